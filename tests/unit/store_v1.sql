-- A store as schema version 1 had it. Never change this file: it is what people have.
CREATE TABLE meta (key text PRIMARY KEY, value text NOT NULL);
CREATE TABLE device (id text PRIMARY KEY, key_hash text NOT NULL UNIQUE, name text NOT NULL, made bigint NOT NULL, seen bigint NOT NULL);
CREATE TABLE tbl (id text PRIMARY KEY, made bigint NOT NULL, setup text NOT NULL, state text NOT NULL, seq bigint NOT NULL, due bigint NOT NULL, seat0 text NOT NULL, seat1 text NOT NULL, seat0_key text NOT NULL, seat1_key text NOT NULL, lobby bigint NOT NULL, rated bigint NOT NULL, next text NOT NULL);
CREATE INDEX tbl_due ON tbl (due) WHERE due > 0;
CREATE TABLE event (tbl text NOT NULL, seq bigint NOT NULL, at bigint NOT NULL, seat bigint NOT NULL, kind text NOT NULL, cmd text NOT NULL, body text NOT NULL, PRIMARY KEY (tbl, seq));
CREATE TABLE mine (device text NOT NULL, tbl text NOT NULL, at bigint NOT NULL, turn bigint NOT NULL, PRIMARY KEY (device, tbl));
INSERT INTO meta VALUES ('schema', '1');
INSERT INTO meta VALUES ('alive_until', '1763000000000');
INSERT INTO device VALUES ('dev1dev1', 'hash1', 'Ada', 1, 2);
INSERT INTO tbl VALUES ('oldTable', 5, 'six', 'open', 2, 0, 'dev1dev1', '', 'k0', '', 1, 0, '');
INSERT INTO event VALUES ('oldTable', 1, 5, -1, 'made', '', 'one');
INSERT INTO event VALUES ('oldTable', 2, 6, 0, 'move', 'c1', 'two');
INSERT INTO mine VALUES ('dev1dev1', 'oldTable', 6, 1);
