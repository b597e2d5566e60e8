// SPDX-License-Identifier: MIT
// Three browsers behind one small interface, each by its own driver: Chromium (chromedriver) and WebKitGTK
// (WebKitWebDriver with MiniBrowser) speak WebDriver over HTTP, Firefox speaks WebDriver BiDi. A browser has a profile
// in a folder of its own; close() ends everything that was started for it, whatever has happened before.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Bidi } from './bidi.mjs';

const START_MS = 60_000,
  CALL_MS = 60_000,
  WAIT_MS = 30_000,
  POLL_MS = 50,
  PICTURE_MS = 10_000;
const WIDTH = 1280,
  HEIGHT = 900;
const sleep = (/** @type {number} */ ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** A browser with one page. What differs between drivers is in the classes below. */
export class Tab {
  /** @param {string} name */
  constructor(name) {
    this.name = name;
    /** Errors of the page's scripts and of its policy, as far as this browser tells them. @type {string[]} */
    this.errors = [];
    /** @type {(() => any)[]} the last is done first */
    this.ends = [];
  }

  /** @param {string} url @returns {Promise<any>} */
  go(url) {
    throw new Error(url);
  }
  /** @returns {Promise<any>} */
  reload() {
    throw new Error('reload');
  }
  /** An expression whose value is a promise of a text. @param {string} expression @returns {Promise<string>} */
  script(expression) {
    throw new Error(expression);
  }
  /** @param {any[]} actions as WebDriver has them @returns {Promise<any>} */
  perform(actions) {
    throw new Error(String(actions));
  }
  /** A picture of what the window shows. @returns {Promise<string>} base64 of a PNG */
  picture() {
    throw new Error('picture');
  }

  /** Runs a function in the page. @template T @param {(...args: any[]) => T|Promise<T>} job @param {...any} args @returns {Promise<T>} */
  async run(job, ...args) {
    const text = await this.script(
      `Promise.resolve((${job})(...${JSON.stringify(args)})).then((value) => JSON.stringify(value ?? null))`,
    );
    return JSON.parse(text);
  }

  /** Waits until the function says something true in the page, and returns that.
   * @template T @param {(...args: any[]) => T|Promise<T>} job @param {...any} args @returns {Promise<NonNullable<T>>} */
  async until(job, ...args) {
    const end = Date.now() + WAIT_MS;
    let trouble = '';
    for (; Date.now() < end; await sleep(POLL_MS)) {
      const value = await this.run(job, ...args).catch((error) => {
        // a page that is just being left
        trouble = ` (${error.message})`;
        return null;
      });
      if (value) return /** @type {any} */ (value);
    }
    const text = await this.run(() =>
      document.body.innerText.replace(/\s+/g, ' ').slice(0, 600),
    ).catch(() => '');
    throw new Error(
      `${this.name} waits in vain for ${String(job).replace(/\s+/g, ' ').slice(0, 160)} ${JSON.stringify(args)}${trouble}; it shows: ${text}`,
    );
  }

  /** Presses the mouse on the middle of an element, as soon as it is there and can be pressed. @param {string} selector */
  async click(selector) {
    const spot = await this.until((/** @type {string} */ wanted) => {
      const element = document.querySelector(wanted);
      if (!element || (element instanceof HTMLButtonElement && element.disabled)) return null;
      element.scrollIntoView({ block: 'nearest' });
      const { x, y, width, height } = element.getBoundingClientRect(),
        at = { x: Math.round(x + width / 2), y: Math.round(y + height / 2) };
      if (!width || !height || at.x < 0 || at.y < 0 || at.x >= innerWidth || at.y >= innerHeight)
        return null;
      const top = document.elementFromPoint(at.x, at.y); // nothing may lie over it, but its own parts and its label
      return top && (element.contains(top) || top.contains(element)) ? at : null;
    }, selector);
    await this.#press(spot);
  }

  /** @param {{x: number, y: number}} spot */
  async #press(spot) {
    const move = { type: 'pointerMove', duration: 0, ...spot };
    await this.perform([
      {
        type: 'pointer',
        id: 'mouse',
        parameters: { pointerType: 'mouse' },
        actions: [
          move,
          { type: 'pointerDown', button: 0 },
          { type: 'pause', duration: 20 },
          { type: 'pointerUp', button: 0 },
        ],
      },
    ]);
  }

  /** Chooses a point of the board. @param {string} name */
  async tap(name) {
    await this.until(() => document.querySelector('.point.can'));
    const spot = await this.until((/** @type {string} */ wanted) => {
      const point = document.querySelector(
        `.point[aria-label^="${wanted},"] .hit, .point[aria-label^="${wanted}、"] .hit`,
      );
      point?.scrollIntoView({ block: 'nearest' });
      const box = point?.getBoundingClientRect();
      return box?.width
        ? { x: Math.round(box.x + box.width / 2), y: Math.round(box.y + box.height / 2) }
        : null;
    }, name);
    await this.#press(spot);
  }

  /** @param {string} text every character a key */
  async type(text) {
    await this.perform([
      {
        type: 'key',
        id: 'keys',
        actions: [...text].flatMap((value) => [
          { type: 'keyDown', value },
          { type: 'keyUp', value },
        ]),
      },
    ]);
  }

  /** Writes what the window shows, for people to look at: WebKit's driver sometimes has no picture, and no test depends on one.
   * @param {string} file */
  async shot(file) {
    const picture = await this.picture().catch(() => '');
    if (picture) writeFileSync(file, Buffer.from(picture, 'base64'));
  }

  async close() {
    for (const end of this.ends.reverse()) await Promise.resolve(end()).catch(() => {});
    this.ends = [];
  }

  // -- for the classes below -------------------------------------------------------------------

  /** A folder for the profile. */
  folder() {
    const folder = mkdtempSync(join(tmpdir(), `concentric-${this.name}-`));
    this.ends.push(() =>
      rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 }),
    );
    return folder;
  }

  /** A program, in a group of its own: its children end with it. @param {string} file @param {string[]} args
   * @param {Record<string, string>} [env] @param {import('node:child_process').StdioOptions} [stdio] */
  start(file, args, env = {}, stdio = ['ignore', 'pipe', 'pipe']) {
    const program = spawn(file, args, { env: { ...process.env, ...env }, stdio, detached: true });
    program.on('error', () => {}); // whoever waits for it says so
    const group = (/** @type {NodeJS.Signals} */ signal) => {
      try {
        process.kill(-(program.pid ?? 0), signal);
      } catch {
        /* it has gone */
      }
    };
    const last = () => group('SIGKILL');
    process.once('exit', last); // also where a test ends this process
    this.ends.push(async () => {
      group('SIGTERM');
      for (let n = 0; n < 50 && program.exitCode === null && program.signalCode === null; n++)
        await sleep(20);
      last();
      process.off('exit', last);
    });
    return program;
  }
}

/** A port that is free now, below those that whoever asks for any is given. @returns {Promise<number>} */
async function freePort() {
  for (let left = 100; ; left--) {
    const port = 10240 + Math.floor(Math.random() * (32768 - 10240)),
      server = createServer().listen(port, '127.0.0.1');
    try {
      await once(server, 'listening');
    } catch (error) {
      if (left === 1) throw error;
      continue;
    }
    server.close();
    await once(server, 'close');
    return port;
  }
}

/** WebDriver over HTTP. */
class Classic extends Tab {
  base = '';

  /** @param {string} method @param {string} path @param {any} [body] @param {number} [patience] @returns {Promise<any>} */
  async call(method, path, body, patience = CALL_MS) {
    const answer = await fetch(this.base + path, {
      method,
      headers: { 'content-type': 'application/json' },
      body: method === 'GET' ? undefined : JSON.stringify(body ?? {}),
      signal: AbortSignal.timeout(patience),
    });
    const { value } = await answer.json();
    if (!answer.ok) throw new Error(`${this.name}: ${value?.error} ${value?.message}`);
    return value;
  }

  /** The driver is there, and makes a session. @param {number} port @param {Record<string, any>} wanted */
  async begin(port, wanted) {
    this.base = `http://127.0.0.1:${port}`;
    const end = Date.now() + START_MS;
    while (!(await this.call('GET', '/status', undefined, 2000).catch(() => null))) {
      if (Date.now() > end) throw new Error(`${this.name}: its driver does not answer`);
      await sleep(100);
    }
    const { sessionId } = await this.call('POST', '/session', {
      capabilities: { alwaysMatch: wanted },
    });
    this.base += `/session/${sessionId}`;
    this.ends.push(() => this.call('DELETE', '', undefined, 5000));
    await this.call('POST', '/timeouts', { script: CALL_MS, pageLoad: CALL_MS });
    await this.call('POST', '/window/rect', { width: WIDTH, height: HEIGHT }).catch(() => {});
  }

  /** @param {string} url */
  go(url) {
    return this.call('POST', '/url', { url });
  }
  reload() {
    return this.call('POST', '/refresh');
  }
  /** @param {string} expression */
  script(expression) {
    return this.call('POST', '/execute/async', {
      args: [],
      script: `const done = arguments[arguments.length - 1]; (${expression}).then((text) => done('.' + text), (error) => done('!' + error));`,
    }).then((text) => {
      if (!String(text).startsWith('.')) throw new Error(String(text));
      return text.slice(1);
    });
  }

  /** @param {any[]} actions */
  perform(actions) {
    return this.call('POST', '/actions', { actions });
  }
  picture() {
    return this.call('GET', '/screenshot', undefined, PICTURE_MS);
  }
}

/** @returns {Promise<Tab>} */
export async function chromiumTab({ lang = 'en-GB' } = {}) {
  const tab = new Classic('chromium');
  try {
    const folder = tab.folder(),
      port = await freePort();
    const program = tab.start('chromedriver', [`--port=${port}`], {}, [
      'ignore',
      'ignore',
      'ignore',
    ]);
    await Promise.race([
      once(program, 'spawn'),
      once(program, 'error').then(([error]) => {
        throw error;
      }),
    ]);
    await tab.begin(port, {
      'goog:loggingPrefs': { browser: 'SEVERE' },
      'goog:chromeOptions': {
        binary: process.env.CHROMIUM ?? '/usr/bin/chromium',
        args: [
          '--headless=new',
          '--no-sandbox',
          '--disable-gpu',
          '--disable-background-networking',
          '--no-first-run',
          `--user-data-dir=${folder}`,
          `--lang=${lang}`,
          `--window-size=${WIDTH},${HEIGHT}`,
        ],
      },
    });
    const close = tab.close.bind(tab);
    tab.close = async () => {
      const log = await tab.call('POST', '/se/log', { type: 'browser' }, 5000).catch(() => []);
      tab.errors.push(...log.map((/** @type {any} */ entry) => entry.message));
      await close();
    };
    return tab;
  } catch (error) {
    await tab.close();
    throw error;
  }
}

/** Where Debian keeps the browser that WebKitGTK's driver drives. */
function miniBrowser() {
  for (const machine of readdirSync('/usr/lib'))
    for (const version of ['webkitgtk-6.0', 'webkit2gtk-4.1', 'webkit2gtk-4.0']) {
      const file = join('/usr/lib', machine, version, 'MiniBrowser');
      if (existsSync(file)) return file;
    }
  throw new Error('no MiniBrowser: install webkit2gtk-driver and libwebkit2gtk-4.1-0');
}

class WebKit extends Classic {
  /** Without a compositor the driver waits for the next frame, and a page at rest has none: it gets some. */
  async picture() {
    await this.run(() => {
      let n = 0;
      const timer = setInterval(() => {
        document.body.style.setProperty('opacity', n % 2 ? '1' : '0.999');
        if (++n < 40) return;
        clearInterval(timer);
        document.body.style.removeProperty('opacity');
      }, 50);
    });
    return super.picture();
  }
}

/** @returns {Promise<Tab>} */
export async function webkitTab({ lang = 'en_GB' } = {}) {
  const tab = new WebKit('webkit');
  try {
    const folder = tab.folder(),
      port = await freePort();
    // It has no mode without a screen.
    const screen = tab.start(
      'Xvfb',
      ['-displayfd', '3', '-screen', '0', `${WIDTH}x${HEIGHT}x24`, '-nolisten', 'tcp'],
      {},
      ['ignore', 'ignore', 'ignore', 'pipe'],
    );
    const [number] = await Promise.race([
      once(/** @type {any} */ (screen.stdio[3]), 'data'),
      once(screen, 'error').then(([error]) => {
        throw error;
      }),
    ]);
    const program = tab.start('WebKitWebDriver', [`--port=${port}`, '--host=127.0.0.1'], {
      DISPLAY: `:${String(number).trim()}`,
      HOME: folder,
      XDG_CACHE_HOME: join(folder, 'cache'),
      XDG_CONFIG_HOME: join(folder, 'config'),
      XDG_DATA_HOME: join(folder, 'data'),
      LANGUAGE: lang,
      GDK_BACKEND: 'x11',
      LIBGL_ALWAYS_SOFTWARE: '1',
      WEBKIT_DISABLE_DMABUF_RENDERER: '1',
      NO_AT_BRIDGE: '1',
    });
    for (const stream of [program.stdout, program.stderr])
      stream?.on('data', (/** @type {Buffer} */ text) =>
        tab.errors.push(
          ...String(text)
            .split('\n')
            .filter((line) => /^CONSOLE \S+ ERROR/.test(line)),
        ),
      );
    await tab.begin(port, {
      'webkitgtk:browserOptions': {
        binary: miniBrowser(),
        args: ['--automation', '--enable-write-console-messages-to-stdout=true'],
      },
    });
    return tab;
  } catch (error) {
    await tab.close();
    throw error;
  }
}

class Firefox extends Tab {
  /** @type {Bidi|null} */
  line = null;
  context = '';

  /** @param {string} method @param {Record<string, any>} [params] */
  async call(method, params = {}) {
    if (!this.line) throw new Error('firefox is not there');
    /** @type {any} */
    let timer;
    const late = new Promise((_, reject) => {
      timer = setTimeout(() => reject(new Error(`firefox does not answer ${method}`)), CALL_MS);
    });
    try {
      return await Promise.race([
        this.line.send(method, { ...params, ...(this.context ? { context: this.context } : {}) }),
        late,
      ]);
    } finally {
      clearTimeout(timer);
    }
  }

  /** @param {string} url */
  go(url) {
    return this.call('browsingContext.navigate', { url, wait: 'complete' });
  }
  reload() {
    return this.call('browsingContext.reload', { wait: 'complete' });
  }
  /** @param {string} expression */
  async script(expression) {
    if (!this.line) throw new Error('firefox is not there');
    const { result, exceptionDetails } = await this.line.send('script.evaluate', {
      expression,
      target: { context: this.context },
      awaitPromise: true,
      userActivation: true,
    });
    if (exceptionDetails) throw new Error(exceptionDetails.text);
    return result.value;
  }

  /** @param {any[]} actions */
  perform(actions) {
    return this.call('input.performActions', { actions });
  }
  async picture() {
    return (await this.call('browsingContext.captureScreenshot')).data;
  }
}

/** @returns {Promise<Tab>} */
export async function firefoxTab({ lang = 'en-GB' } = {}) {
  const tab = new Firefox('firefox');
  try {
    const folder = tab.folder();
    const prefs = {
      'intl.accept_languages': lang,
      'browser.shell.checkDefaultBrowser': false,
      'datareporting.policy.dataSubmissionEnabled': false,
      'app.update.enabled': false,
      'browser.aboutwelcome.enabled': false,
      'network.captive-portal-service.enabled': false,
      'network.connectivity-service.enabled': false,
      'toolkit.telemetry.enabled': false,
    };
    writeFileSync(
      join(folder, 'user.js'),
      Object.entries(prefs)
        .map(([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});\n`)
        .join(''),
    );
    const program = tab.start(
      'firefox-esr',
      [
        '--headless',
        '--remote-debugging-port',
        '0',
        '--profile',
        folder,
        '--no-remote',
        '--width',
        String(WIDTH),
        '--height',
        String(HEIGHT),
        'about:blank',
      ],
      { HOME: folder, MOZ_CRASHREPORTER_DISABLE: '1' },
    );
    let said = '';
    const url = await new Promise((resolve, reject) => {
      program.on('error', reject).on('exit', () => reject(new Error(`firefox ended: ${said}`)));
      const timer = setTimeout(
        () => reject(new Error(`firefox does not listen: ${said}`)),
        START_MS,
      );
      for (const stream of [program.stdout, program.stderr])
        stream?.on('data', (/** @type {Buffer} */ text) => {
          said += text;
          const found = /WebDriver BiDi listening on (ws:\S+)\s/.exec(said);
          if (!found) return;
          clearTimeout(timer);
          resolve(found[1]);
        });
    });
    const line = await Bidi.connect(`${url}/session`);
    tab.ends.push(() => line.close());
    tab.line = line;
    await line.send('session.new', { capabilities: {} });
    const { contexts } = await line.send('browsingContext.getTree', {});
    tab.context = contexts[0].context;
    line.told = ({ params }) => {
      if (params?.level === 'error') tab.errors.push(params.text);
    };
    await line.send('session.subscribe', { events: ['log.entryAdded'] });
    await tab.call('browsingContext.setViewport', { viewport: { width: WIDTH, height: HEIGHT } });
    return tab;
  } catch (error) {
    await tab.close();
    throw error;
  }
}

/** By name. @type {Record<string, (how?: {lang?: string}) => Promise<Tab>>} */
export const BROWSERS = { chromium: chromiumTab, firefox: firefoxTab, webkit: webkitTab };
