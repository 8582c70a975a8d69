import Database from 'libsql';
import { UnavailableError } from '../../../../src/runtime/contract/failure';
import { toOpenError, toRuntimeError } from '../../../../src/plant-store/stores/sqlite/errors';

const sqliteError = (code: string): Error => new Database.SqliteError('the reason', code);

describe('toRuntimeError', () => {
  it.each([
    'SQLITE_BUSY',
    'SQLITE_BUSY_SNAPSHOT',
    'SQLITE_LOCKED',
    'SQLITE_FULL',
    'SQLITE_IOERR_WRITE',
    'SQLITE_READONLY_DBMOVED',
    'SQLITE_CORRUPT',
    'SQLITE_NOTADB',
    'SQLITE_CANTOPEN',
    'SQLITE_NOMEM',
    'SQLITE_PROTOCOL',
  ])('makes %s an UnavailableError that keeps its cause', (code) => {
    const cause = sqliteError(code);
    const error = toRuntimeError(cause, 'plants.db');
    expect(error).toBeInstanceOf(UnavailableError);
    expect(error).toMatchObject({
      cause,
      message: 'The database "plants.db" failed: the reason',
    });
  });

  it.each([
    sqliteError('SQLITE_ERROR'),
    sqliteError('SQLITE_CONSTRAINT_PRIMARYKEY'),
    sqliteError('SQLITE_MISUSE'),
    new TypeError('a fault of the program'),
    'SQLITE_BUSY',
  ])('passes %s on', (error) => expect(toRuntimeError(error, 'plants.db')).toBe(error));
});

describe('toOpenError', () => {
  it.each([
    ['SQLITE_FULL', 'the disk is full; free some space'],
    ['SQLITE_IOERR_READ', 'the disk reports an error; look at the system log'],
    ['SQLITE_CORRUPT', 'the database is damaged; restore a backup'],
    ['SQLITE_READONLY', 'the database cannot be written; give this user the right to write'],
    ['SQLITE_ERROR', 'the reason'],
  ])('says what %s means', (code, problem) => {
    const cause = sqliteError(code);
    const error = toOpenError(cause, 'plants.db');
    expect(error.message).toBe(`Cannot open the store "plants.db": ${problem}`);
    expect(error.cause).toBe(cause);
  });

  it('keeps an unknown reason on one line', () => {
    const error = toOpenError(new Error('first\n  second'), 'plants.db');
    expect(error.message).toBe('Cannot open the store "plants.db": first second');
  });
});
