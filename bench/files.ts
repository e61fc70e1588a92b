/**
 * Words in files of `--records` contracts of five pages each: the list and the search over everything, for a word that few have, for words
 * that many have, and for two of them. A PDF of 100 pages that is read while lists are asked, and its first page as a picture.
 */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { allText } from '#platform/declare/search.ts'
import { addGrams } from '#platform/format/grams.ts'
import { FileThread } from '#platform/server/files/file-thread.ts'
import { listOf } from '#platform/server/lists/list.ts'
import { findRecords } from '#platform/server/search/find.ts'
import { madePdf } from '../test/setup/office-files.ts'
import { contract } from '../areas/contracts/contract-tables.ts'
import { median, ms, quantile, timed, type Figure } from './figures.ts'
import type { Options } from './options.ts'
import { openPlace, type Place } from './place.ts'

const part = 'files'
const rounds = 10
const [pages, pageCharacters, vocabularySize, firstFile] = [5, 1_500, 30_000, 900_000_000]
const [searchMsMax, readMsMax, besideMsMax, pageMsMax, closedMsMax] = [100, 5_000, 50, 1_000, 2_000]

/** The same figures on each machine. */
function dice(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** Words of two to four characters, the first of them in most texts and the last in few. */
function vocabularyOf(roll: () => number): string[] {
  const character = (): string => String.fromCodePoint(0x4e00 + Math.floor(3_000 * roll() * roll()))
  return Array.from({ length: vocabularySize }, () => Array.from({ length: 2 + Math.floor(roll() * roll() * 3) }, character).join(''))
}

interface Page {
  readonly file: number
  readonly page: number
  readonly body: string
}

/** The pages of all files, the same each time. */
function* pagesOf(records: number, vocabulary: readonly string[]): Generator<Page> {
  const roll = dice(11)
  const word = (): string => vocabulary[Math.floor(vocabularySize * roll() ** 3)] ?? ''
  for (let n = 1; n <= records; n++)
    for (let page = 1; page <= pages; page++) {
      let body = ''
      while (body.length < pageCharacters) body += word() + (roll() < 0.1 ? '，' : '')
      yield { file: firstFile + n, page, body }
    }
}

async function fill({ owner, orgId }: Place, records: number, vocabulary: readonly string[]): Promise<void> {
  const one = async (statement: string, values: readonly unknown[]): Promise<string> =>
    String((await owner.query<{ id: string }>(statement, [...values])).rows[0]?.id)
  const employee = await one('select id from employee where org_id = $1 order by id limit 1', [orgId])
  const company = await one("insert into company (org_id, name) values ($1, '测试公司') returning id", [orgId])
  const kind = await one("insert into contract_kind (org_id, code, name, direction) values ($1, 'B', '采购', 1) returning id", [orgId])
  const account = await one("select id from account where username = 'admin'", [])
  await owner.query(
    `insert into stored_file (id, org_id, account_id, storage_key, name, size, sha256, upload_type, content_type)
      select ${firstFile} + n, $1, $2, 'bench-' || n, n || '.pdf', 1, md5(n::text), 'ATTACHMENT', 'application/pdf'
        from generate_series(1, $3::int) n`,
    [orgId, account, records],
  )
  await owner.query(
    `insert into contract (id, org_id, no, business_on, kind_id, title, company_id, party_name, owner_id, valid_from, draft)
      select ${firstFile} + n, $1, 'B' || n, date '2026-11-30' - n % 900, $2, '文件' || n, $3, '对方' || n, $4, '2026-01-01',
        array[${firstFile} + n]
        from generate_series(1, $5::int) n`,
    [orgId, kind, company, employee, records],
  )
  await owner.query(
    `insert into file_use (org_id, file_id, table_name, record_id)
      select $1, ${firstFile} + n, 'contract', (${firstFile} + n)::text from generate_series(1, $2::int) n`,
    [orgId, records],
  )
  const copy = (into: string): NodeJS.WritableStream => (owner as unknown as pg.Client).query(copyFrom(`copy ${into} from stdin`))
  const line = function* ({ file, page, body }: Page): Generator<string> {
    yield `${orgId}\t${file}\t${page}\t${body}\n`
  }
  const grams = new Set<string>()
  const text = function* ({ file, page, body }: Page): Generator<string> {
    addGrams(body, grams)
    if (page < pages) return
    yield `${orgId}\t${file}\t1\t${pages}\t{${[...grams].join(',')}}\n`
    grams.clear()
  }
  await owner.query('drop index file_text_grams_idx')
  // written twice from the same seed: the grams of all files would not fit into memory
  await pipeline(Readable.from(pagesOf(records, vocabulary).flatMap(line)), copy('file_page (org_id, file_id, page, body)'))
  await pipeline(Readable.from(pagesOf(records, vocabulary).flatMap(text)), copy('file_text (org_id, file_id, state, pages, grams)'))
  await owner.query("set maintenance_work_mem = '1GB'")
  await owner.query('create index file_text_grams_idx on file_text using gin (grams)')
  await owner.query('vacuum analyze file_text, file_page, file_use, contract, stored_file')
}

/** Words by how often they stand in the texts. */
function keywordsOf(vocabulary: readonly string[]): Readonly<Record<string, string>> {
  const word = (from: number, length: number): string => vocabulary.slice(from).find(one => [...one].length === length) ?? ''
  return {
    'a rare word': word(29_500, 4),
    'a frequent word': word(1_000, 2),
    'a frequent word of three': word(1_000, 3),
    'two frequent words': `${word(1_000, 2)} ${word(1_100, 2)}`,
    'two frequent words of three': `${word(1_000, 3)} ${word(1_100, 3)}`,
    'a word of most files': word(100, 3),
  }
}

/** A folder of `--data` keeps its files: it is filled once. */
export async function filesPart({ records, data }: Options): Promise<Figure[]> {
  const place = await openPlace(data)
  try {
    const vocabulary = vocabularyOf(dice(7))
    const filled = await place.owner.query('select 1 from file_text limit 1')
    if (filled.rows.length === 0) await fill(place, records, vocabulary)
    return [...(await searchFigures(place, records, keywordsOf(vocabulary))), ...(await readFigures(place))]
  } finally {
    await place.close()
  }
}

const asked = (keyword: string) => ({ pageSize: 20, conditionList: [{ field: allText, condition: 'LIKE' as const, condList: [keyword] }] })

async function searchFigures(place: Place, records: number, keywords: Readonly<Record<string, string>>): Promise<Figure[]> {
  const context = await place.context()
  const figures: Figure[] = []
  for (const [name, keyword] of Object.entries(keywords)) {
    const took: Record<'list' | 'everything', number[]> = { list: [], everything: [] }
    for (let round = 0; round <= rounds; round++) {
      const [list, everything] = [
        await timed(() => listOf(context, contract, asked(keyword))),
        await timed(() => findRecords(context, keyword)),
      ]
      // the first round warms
      if (round === 0) continue
      took.list.push(list)
      took.everything.push(everything)
    }
    const { total } = (await listOf(context, contract, asked(keyword))) as { total?: number }
    for (const [where, some] of Object.entries(took))
      figures.push({
        part,
        what: `${name} in ${(records * pages).toLocaleString('en')} pages, ${where}, p95`,
        value: ms(quantile(some, 0.95)),
        against: `${ms(median(some))} median, ${total ?? 0} found`,
        aim: `< ${searchMsMax} ms`,
        met: quantile(some, 0.95) < searchMsMax,
      })
  }
  return figures
}

async function readFigures(place: Place): Promise<Figure[]> {
  const path = join(place.address.dataDir, 'bench-100.pdf')
  writeFileSync(path, madePdf(Array.from({ length: 100 }, (_one, at) => `第${at}页 甲方应在收到发票后三十日内付款`.repeat(3))))
  const context = await place.context()
  const list = (): Promise<number> => timed(() => listOf(context, contract, { pageSize: 20 }))
  const alone: number[] = []
  for (let n = 0; n < 20; n++) alone.push(await list())
  const thread = new FileThread()
  const beside: number[] = []
  let isRead = false
  const reading = timed(() => thread.ask({ do: 'read', path }, 60_000)).finally(() => (isRead = true))
  while (!isRead) beside.push(await list())
  const readMs = await reading
  await thread.end()
  const cold = await timed(() => thread.ask({ do: 'draw', path, page: 1, stamp: null }, 60_000))
  const closed = await timed(() => thread.ask({ do: 'draw', path, page: 1, stamp: { text: '王芳 2026-11-30 09:12:33' } }, 60_000))
  await thread.end()
  const more = median(beside) - median(alone)
  const figure = (what: string, value: number, max: number): Figure => ({
    part,
    what,
    value: ms(value),
    aim: `< ${max.toLocaleString('en')} ms`,
    met: value < max,
  })
  return [
    figure('a PDF of 100 pages is read', readMs, readMsMax),
    figure('a list beside it takes longer by', more, besideMsMax),
    figure('first page of a preview, nothing loaded', cold, pageMsMax),
    figure('first page of a closed file, the thread being there', closed, closedMsMax),
  ]
}
