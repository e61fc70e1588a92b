/** Entries of the trail go in portions that the database can read as one JSON. */
import { expect, test } from 'vitest'
import { portions, type Entry } from './write-audit.ts'

const entry = (letters: number): Entry => ({
  org_id: '1',
  at: '2026-11-21T00:00:00.000Z',
  account_id: null,
  account_name: '',
  subject: 'x',
  record_id: null,
  verb: 'update',
  before: null,
  after: 'x'.repeat(letters),
  address: null,
  via: null,
  request_id: null,
})

test('a portion ends with a thousand entries or eight million letters, and none is left out', () => {
  expect(portions([])).toEqual([])
  expect(portions(Array.from({ length: 2_001 }, () => entry(1))).map(one => one.length)).toEqual([1_000, 1_000, 1])
  expect(portions([entry(9_000_000), entry(3_000_000), entry(5_000_000), entry(1)]).map(one => one.length)).toEqual([1, 2, 1])
})
