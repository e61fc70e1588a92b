/**
 * Statements that the tests of the product sent (STATEMENTS_INTO, sent.ts), each run on plain PostgreSQL and on a cluster that hold the
 * same company, in a transaction that is rolled back. What a cluster refuses, answers otherwise or takes long for is found within minutes,
 * where a run of all suites on it takes a night.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fingerprintSync } from 'libpg-query'
import pg from 'pg'
import { readInstant } from '#platform/format/instants.ts'
import { connectionSettings } from '#platform/server/db/pools.ts'
import type { Sent } from './sent.ts'

export interface Answer {
  /** SQLSTATE and text of a refusal */
  readonly refused: { readonly code: string; readonly message: string } | null
  /** rows as lines, in an order of their own */
  readonly rows: readonly string[]
  readonly ms: number
}
export interface Replayed {
  /** both answered, or neither could */
  readonly same: number
  /** of them, what plain PostgreSQL cannot run by itself either: tables of one test, of one transaction, steps of a cursor */
  readonly apart: number
  readonly refused: readonly Found[]
  readonly otherwise: readonly Found[]
  readonly slow: readonly Found[]
}
export interface Found {
  readonly text: string
  readonly why: string
}

const msMax = 30_000
const slowMs = 1_000
const slowTimes = 20
/** ways of one statement (its text without constants and numbers of values) that are run */
const waysMax = 2
/** what plain PostgreSQL says where a statement needs what only its own test or transaction had */
const needsMore = /^(?:42P01|42703|42883|34000|3D000|3F000|26000|25001|0A000|25P0[12]|57014|55000|42P07|XX000)$/

const revived = (_: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && (value as { type?: string }).type === 'Buffer'
    ? Buffer.from((value as unknown as { data: number[] }).data)
    : value

/** The different statements of a folder. */
export function readSent(folder: string): readonly Sent[] {
  const ways = new Map<string, Sent[]>()
  for (const file of readdirSync(folder).toSorted())
    for (const line of readFileSync(join(folder, file), 'utf8').split('\n').filter(Boolean)) {
      const sent = JSON.parse(line, revived) as Sent
      if (/^\s*(?:begin|commit|rollback|savepoint|release|copy|fetch|close|listen|notify|set |lock )/i.test(sent.text)) continue
      const key = keyOf(sent.text)
      const known = ways.get(key) ?? []
      if (known.length < waysMax) ways.set(key, [...known, sent])
    }
  return [...ways.values()].flat()
}

function keyOf(text: string): string {
  try {
    return fingerprintSync(text)
  } catch {
    return text
  }
}

export async function connected(url: string): Promise<pg.Client> {
  const client = new pg.Client(connectionSettings(url, 'replay', { statement: msMax, lock: msMax }))
  client.on('error', () => undefined)
  await client.connect()
  return client
}

/** a moment as PostgreSQL or JSON writes it, with its zone */
const moment = /\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d(?::?\d\d)?)?/g
const halfDayMs = 43_200_000
const isNow = (at: string): boolean => Math.abs((readInstant(at) ?? 0) - Date.now()) < halfDayMs
/** What differs from one database to the other whatever the statement: times, salts, uuids, drawn ids of files, ids of processes. */
const masked = (row: string): string =>
  row
    .replaceAll(moment, at => (isNow(at) ? '<now>' : at))
    .replaceAll(/"atMs":([\d.]+)/g, (all, at: string) => (Math.abs(Number(at) - Date.now()) < halfDayMs ? '<now>' : all))
    .replaceAll(/\$argon2id\$[^"]*/g, '<hash>')
    .replaceAll(/[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}/g, '<uuid>')
    .replaceAll(/"((?:file_id|fileId|storage_key|storageKey|pid|key_\d+_file)\w*)":(?:"[^"]*"|\d+)/g, '"$1":<drawn>')

/** What a statement answers; nothing of it stays. */
export async function answered(client: pg.Client, { text, values }: Sent): Promise<Answer> {
  const began = performance.now()
  await client.query('begin')
  try {
    const { rows } = await client.query<Record<string, unknown>>(text, [...values])
    return { refused: null, rows: (rows ?? []).map(row => masked(JSON.stringify(row))).toSorted(), ms: performance.now() - began }
  } catch (error) {
    const { code = '', message } = error as { code?: string; message: string }
    return { refused: { code, message }, rows: [], ms: performance.now() - began }
  } finally {
    await client.query('rollback')
  }
}

const writes = /\b(?:insert into|update |delete from)\b/i
const isRead = (text: string): boolean => /^\s*(?:select|with|values|table)\b/i.test(text) && !writes.test(text)

export async function replayed(plain: pg.Client, cluster: pg.Client, all: readonly Sent[]): Promise<Replayed> {
  const done = { same: 0, apart: 0, refused: [] as Found[], otherwise: [] as Found[], slow: [] as Found[] }
  for (const sent of all) {
    const here = await answered(plain, sent)
    if (here.refused !== null && needsMore.test(here.refused.code)) {
      done.apart++
      continue
    }
    const there = await answered(cluster, sent)
    if (alike(here, there)) done.same++
    else if (there.refused !== null && there.refused.code !== here.refused?.code)
      done.refused.push({ text: sent.text, why: `${there.refused.code} ${there.refused.message}` })
    else if (here.refused !== null && there.refused === null)
      done.otherwise.push({ text: sent.text, why: `plain: ${here.refused.message}` })
    else if (isRead(sent.text) && !isSame(here, there) && isSame(here, await answered(plain, sent)))
      done.otherwise.push({ text: sent.text, why: difference(here, there) })
    else if (there.ms > slowMs && there.ms > here.ms * slowTimes)
      done.slow.push({ text: sent.text, why: `${Math.round(here.ms)} ms, ${Math.round(there.ms)} ms` })
    else done.same++
  }
  return done
}

const closedMonth = 'the month is closed'
const twice = 'duplicate key value violates unique constraint '
/**
 * Refused by both, though not by one code: several rows that are there already, told by a machine of shards. Or of a closed month: tables
 * in shards bear no trigger, there the writers keep it.
 */
const alike = ({ refused: here }: Answer, { refused: there }: Answer): boolean =>
  here !== null &&
  ((here.message.endsWith(closedMonth) && there === null) || (here.message.startsWith(twice) && there?.message.startsWith(twice) === true))

const isSame = (one: Answer, other: Answer): boolean => JSON.stringify(one.rows) === JSON.stringify(other.rows)
function difference(here: Answer, there: Answer): string {
  const mine = here.rows.find(row => !there.rows.includes(row))
  const its = there.rows.find(row => !here.rows.includes(row))
  return `${here.rows.length} and ${there.rows.length} rows: ${mine?.slice(0, 200)} | ${its?.slice(0, 200)}`
}
