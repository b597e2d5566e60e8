#!/bin/sh
# SPDX-License-Identifier: MIT
# Build tool: the documentation as a static site. Markdown becomes HTML by cmark-gfm; links to other
# pages of docs/ stay links, those to other files of the source become plain text. Headings get the names
# that links to them use.
#   docs.sh DOCS OUT      DOCS: the folder docs/; OUT gets docs/*.html, its style and its figures
set -eu
docs=$1 out=$2/docs
mkdir -p "$out"

head_of() { # TITLE UP LANGUAGE
  printf '<!doctype html>\n<html lang="%s">\n<meta charset="utf-8">\n' "$3"
  printf '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
  printf '<title>%s – Concentric</title>\n<link rel="stylesheet" href="%sstyle.css">\n' "$1" "$2"
  printf '<link rel="icon" href="data:,">\n'
  printf '<nav><a href="%s../">Concentric</a> <a href="%sindex.html">Documentation</a></nav>\n<main>\n' "$2" "$2"
}
title_of() { sed -n 's/^# //p' "$1" | head -n 1 | sed 's/`//g; s/&/\&amp;/g; s/</\&lt;/g'; }

# Names of headings as in GitHub's pages: letters small, blanks to dashes, other signs gone.
name_headings() {
  awk '{
    if (match($0, /^<h[1-6]>/)) {
      level = substr($0, 3, 1); text = substr($0, 5); sub(/<\/h[1-6]>.*$/, "", text); name = text
      gsub(/<[^>]*>/, "", name); gsub(/&[a-z]+;/, "", name)
      name = tolower(name); gsub(/[!-,.\/:-@\[-^`{-~]/, "", name); gsub(/ /, "-", name)
      print "<h" level " id=\"" name "\">" text "</h" level ">"
    } else print
  }'
}

page() { # FILE: its path below DOCS
  dir=$(dirname "$1") up='' lang=en outside='\.\./'
  case $dir in .) ;; *) up='../' outside='\.\./\.\./' ;; esac
  case $1 in *.ja.md) lang=ja ;; esac
  mkdir -p "$out/$dir"
  {
    head_of "$(title_of "$docs/$1")" "$up" "$lang"
    cmark-gfm -e table -e autolink "$docs/$1" |
      sed -E 's#<a href="'"$outside"'[^"]*">([^<]*(<code>[^<]*</code>)?[^<]*)</a>#\1#g
        s#href="([^":]+)\.md(\#[^"]*)?"#href="\1.html\2"#g
        s#<img src="screenshots/[^"]*" alt="([^"]*)" ?/>#\1#g' | name_headings
    printf '</main>\n'
  } >"$out/${1%.md}.html"
}

entry() { printf '<li><a href="%s">%s</a></li>\n' "${1%.md}.html" "$(title_of "$docs/$1")"; }
list() { # HEADING FILES...
  printf '<h2>%s</h2>\n<ul>\n' "$1"
  shift
  for f; do entry "$f"; done
  printf '</ul>\n'
}

cd "$docs"
for f in *.md rules/*.md adr/*.md; do page "$f"; done
{
  head_of Documentation '' en
  printf '<h1>Documentation</h1>\n'
  # shellcheck disable=SC2046
  list Rules $(ls rules/*.md)
  # shellcheck disable=SC2046
  list Guides $(ls ./*.md | sed 's#^\./##')
  # shellcheck disable=SC2046
  list 'Decisions and why' $(ls adr/*.md)
  printf '</main>\n'
} >"$out/index.html"
mkdir -p "$out/figures" "$out/rules/figures"
cp figures/*.svg "$out/figures"
cp rules/figures/*.svg "$out/rules/figures"
cp -R solved "$out"
cp openapi.json levels.txt odds.txt "$out"
cat >"$out/style.css" <<'END'
:root { color-scheme: light dark; --ink: #232323; --paper: #fbf8f2; --line: #d8d0c0; --link: #1f5a8a; }
@media (prefers-color-scheme: dark) { :root { --ink: #e6e2da; --paper: #1b1d20; --line: #43464c; --link: #8fc1ea; } }
body { margin: 0; background: var(--paper); color: var(--ink); font: 1rem/1.6 system-ui, "Noto Sans JP", sans-serif; }
nav { padding: .75rem 1rem; border-bottom: 1px solid var(--line); }
nav a { margin-right: 1.5rem; display: inline-block; padding: .5rem 0; }
main { max-width: 52rem; margin: 0 auto; padding: 1rem 1rem 4rem; }
a { color: var(--link); }
h1, h2, h3 { line-height: 1.25; margin-top: 2em; }
h1 { margin-top: .5em; }
pre, table { display: block; overflow-x: auto; }
pre { padding: .75rem; border: 1px solid var(--line); border-radius: .4rem; }
code { font: .9em/1.5 ui-monospace, "DejaVu Sans Mono", monospace; }
table { border-collapse: collapse; }
th, td { border: 1px solid var(--line); padding: .3rem .6rem; text-align: left; vertical-align: top; }
img { max-width: 100%; height: auto; background: #fff; }
li { padding: .15rem 0; }
END
