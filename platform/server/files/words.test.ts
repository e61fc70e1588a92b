/** Words in files: found by whoever sees the record and by nobody else; what is closed is shown and not given. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { files, reference, text } from '#platform/declare/fields.ts'
import { signedIn } from '#platform/declare/operations.ts'
import { resource } from '#platform/declare/resource.ts'
import { ownedBy } from '#platform/declare/scope.ts'
import { addGrams } from '#platform/format/grams.ts'
import { folded } from '#platform/format/found-at.ts'
import { dice, pick } from '../../../test/setup/dice.ts'
import { demoHouse, signedInAs, type DemoHouse, type Person } from '../../../test/setup/demo-house.ts'
import { madeZip, workbookOfRows } from '../../../test/setup/made-workbook.ts'
import { madeDocx, madePdf, madePptx } from '../../../test/setup/office-files.ts'
import type { Area } from '../contract/area.ts'
import { add, list, update } from '../verbs/verbs.ts'
import { anyTable } from '../db/any-table.ts'
import { searchPredicate } from '../lists/search.ts'
import { keepUpload } from './keep-upload.ts'
import { localFileStore } from './local-store.ts'
import { readFileText } from './text-of-files.ts'
import { readStates } from './tables.ts'

const paper = resource('probe_paper', {
  type: 'probePaper',
  title: ['文稿', 'Paper'],
  access: { scope: ownedBy('owner_id') },
  fields: {
    name: text('名称', 'Name'),
    ownerId: reference('负责人', 'Owner', 'employee'),
    files: files('附件', 'Files', {
      optional: true,
      max: 20,
      reads: true,
      closed: { operation: 102, title: ['查看原件', 'See originals'] },
    }),
    notes: files('札记', 'Notes', { optional: true, max: 20 }),
  },
})
const open = { demand: signedIn }
const area: Area = {
  name: 'probe',
  title: ['试验', 'Probe'],
  resources: [paper],
  routes: {
    'POST /probePaper/list': { ...list(paper), ...open },
    'POST /probePaper/insert': { ...add(paper), ...open },
    'POST /probePaper/update': { ...update(paper), ...open },
  },
}

const root = mkdtempSync(join(tmpdir(), 'zhanggui-words-'))
let h: DemoHouse
let boss: Person
let buyer: Person
let employee: Person
let admin: Person
let buyerId = ''

beforeAll(async () => {
  h = await demoHouse([area], localFileStore(root))
  ;[boss, buyer, employee, admin] = (await Promise.all(['boss', 'buyer', 'employee', 'admin'].map(name => signedInAs(h, name)))) as [
    Person,
    Person,
    Person,
    Person,
  ]
  buyerId = (await buyer.get('/system/userprofile')).data.employeeId
})
afterAll(async () => {
  await h?.close()
  rmSync(root, { recursive: true, force: true })
})

const rows = async <T>(statement: string, values: readonly unknown[] = []): Promise<T[]> => {
  const pg = await import('pg')
  const client = new pg.default.Client(h.ownerUrl)
  await client.connect()
  try {
    return (await client.query(statement, [...values])).rows as T[]
  } finally {
    await client.end()
  }
}

/** The owner's record with these files, read as the job reads them. Answers the ids of the files. */
async function held(name: string, contents: readonly (readonly [string, string, Buffer])[]): Promise<string[]> {
  const orgId = h.demo.organisationIds[0] ?? ''
  const [account] = await rows<{ id: string }>("select id from account where username = 'admin'")
  const context = await h.house.asSystem(orgId, 'test')
  const ids: string[] = []
  for (const [file, contentType, content] of contents)
    ids.push(
      await keepUpload(
        { ...context, caller: { ...context.caller, accountId: account?.id ?? '' } },
        { name: file, contentType, content, type: 'ATTACHMENT' },
      ),
    )
  const made = await admin.post('/probePaper/insert', { name, ownerId: buyerId, files: ids })
  expect(made.msg, JSON.stringify(made.data)).toBe('')
  for (const fileId of ids) await readFileText(h.house, { orgId, fileId })
  return ids
}
const stateOf = async (id: string): Promise<number | undefined> =>
  (await rows<{ state: number }>('select state from file_text where file_id = $1', [id]))[0]?.state
const foundIn = async (who: Person, keyword: string): Promise<string[]> => {
  const answer = await who.post('/probePaper/list', { conditionList: [{ field: 'allText', condition: 'LIKE', value: keyword }] })
  return (answer.data.list as { name: string }[]).map(one => one.name)
}
const pdf = 'application/pdf'

/**
 * Three characters that stand nowhere else, and a number. Not 竜: the browser that made embedded.pdf calls its glyph by the radical that
 * looks like it.
 */
const phrase = (n: number): string =>
  [0x4e00 + ((n * 7_919) % 5_000), 0x6000 + ((n * 6_271) % 5_000), 0x7000 + ((n * 3_571) % 4_000)]
    .map(code => String.fromCodePoint(code === 0x7adc ? 0x7ade : code))
    .join('') + String(n)
const phrasesOf = (from: number): string[] => Array.from({ length: 40 }, (_one, at) => phrase(from + at))

test('200 phrases in Word, Excel, PowerPoint and PDF are found by who may see the record, and by nobody else', async () => {
  const filler = '本合同一式两份，'
  await held('合订', [
    ['a.docx', 'x', madeDocx(phrasesOf(0).map(one => `${filler}${one}，双方各执一份。`))],
    ['b.xlsx', 'x', workbookOfRows(phrasesOf(40).map(one => [filler, one, '12.50']))],
    ['c.pptx', 'x', madePptx(phrasesOf(80).map(one => `${filler}${one}`))],
    ['d.pdf', pdf, madePdf(phrasesOf(120).map(one => `${filler}${one}。`))],
    ['e.pdf', pdf, readFileSync(new URL('../../../test/fixtures/words/embedded.pdf', import.meta.url))],
  ])
  const missed: string[] = []
  for (let n = 0; n < 200; n++) if ((await foundIn(buyer, phrase(n))).join() !== '合订') missed.push(phrase(n))
  expect(missed).toEqual([])
  for (let n = 0; n < 200; n += 10) expect(await foundIn(employee, phrase(n))).toEqual([])
  // a word of the record and one of its file; two of different files; one that is nowhere
  expect(await foundIn(buyer, `合订 ${phrase(3)}`)).toEqual(['合订'])
  expect(await foundIn(buyer, `${phrase(3)} ${phrase(130)}`)).toEqual(['合订'])
  expect(await foundIn(buyer, `${phrase(3)} 别处没有`)).toEqual([])
})

test('the search over everything finds it with page and place, for whoever may', async () => {
  const find = async (who: Person) =>
    ((await who.post('/listField/find', { keyword: phrase(125) })).data as { type: string; name: string }[]).filter(
      one => one.type === 'probePaper',
    )
  expect(await find(boss)).toMatchObject([{ name: `第6页：…本合同一式两份,${phrase(125)}。…`, hits: { name: [[13, 19]] } }])
  expect(await find(employee)).toEqual([])
})

const wordParts = { '[Content_Types].xml': '<Types/>', '_rels/.rels': '<Relationships/>' }
const lying = { content: ' '.repeat(64_000_000), claimedSize: 1_000 }
/** One page with a picture that would be 6.4 GB. */
const hugePicture = Buffer.from(
  `%PDF-1.4
1 0 obj\n<< /Type /Catalog /Pages 2 0 R >>\nendobj
2 0 obj\n<< /Type /Pages /Count 1 /Kids [3 0 R] >>\nendobj
3 0 obj\n<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /XObject << /X 4 0 R >> >> /Contents 5 0 R >>\nendobj
4 0 obj\n<< /Type /XObject /Subtype /Image /Width 40000 /Height 40000 /BitsPerComponent 8 /ColorSpace /DeviceRGB /Length 3 >>
stream\nabc\nendstream\nendobj
5 0 obj\n<< /Length 24 >>\nstream\n500 0 0 500 0 0 cm /X Do\nendstream\nendobj
trailer << /Size 6 /Root 1 0 R >>\n%%EOF`,
  'latin1',
)
/** Runs a script when it is opened, where a program lets it. */
const scripted = Buffer.from(
  madePdf(['带脚本的文件'])
    .toString('latin1')
    .replace('/Type /Catalog', '/Type /Catalog /OpenAction << /S /JavaScript /JS (app.alert\\(1\\)) >>')
    .replace(/xref[^]*startxref\n\d+/, 'trailer << /Root 1 0 R >>'),
  'latin1',
)
describe('files that can not be read are told by a state', () => {
  test.each([
    ['broken', 'broken.pdf', Buffer.from('%PDF-1.4\nthis is no PDF at all')],
    ['encrypted', 'locked.pdf', Buffer.from(readFileSync(new URL('../../../test/fixtures/words/locked.pdf', import.meta.url)))],
    ['broken', 'zip.docx', madeZip({ '[Content_Types].xml': '<Types/>', 'word/document.xml': '<no document' })],
    ['large', 'bomb.docx', madeDocx(['x'], { 'word/media/bomb.bin': '\u0000'.repeat(300_000_000) })],
    ['broken', 'lying.docx', madeZip({ ...wordParts, 'word/document.xml': lying })],
    ['empty', 'huge-picture.pdf', hugePicture],
    ['unknown', 'photo.docx', madeZip({ 'a.txt': 'a' })],
    ['read', 'macro.docm', madeDocx(['带宏的文档'], { 'word/vbaProject.bin': 'Sub AutoOpen()\nShell "x"\nEnd Sub' })],
    ['read', 'script.pdf', scripted],
    ['empty', 'scan.pdf', madePdf([' '])],
    ['read', 'named.pdf', madeDocx(['其实是文档'])],
    ['part', 'long.pdf', madePdf(Array.from({ length: 5_000 }, (_one, at) => `第${at}页`))],
  ] as const)('%s: %s', async (state, name, content) => {
    const [id = ''] = await held(`坏文件${name}`, [[name, pdf, content]])
    expect(await stateOf(id)).toBe(readStates[state][0])
    const shown = await buyer.get(`/fileUpload/preview?id=${id}`)
    expect([shown.status, shown.code]).toEqual([200, 0])
    if (['broken', 'encrypted', 'large', 'unknown'].includes(state))
      expect(shown.data).toMatchObject({ kind: 'none', why: expect.stringMatching(/不能预览/) })
    else expect(shown.data.kind).toMatch(/pages|html/)
    if (shown.data.kind !== 'pages') return
    const page = await h.app.inject({
      url: `/api-2024/fileUpload/down2/page?id=${id}&page=1`,
      headers: { authorization: `Bearer ${buyer.token}` },
    })
    expect(page.headers['content-type']).toBe('image/jpeg')
  })
})

test('reading again changes nothing', async () => {
  const [id = ''] = await held('重读', [['a.pdf', pdf, madePdf(['重读一次'])]])
  await readFileText(h.house, { orgId: h.demo.organisationIds[0], fileId: id })
  expect(await rows('select page from file_page where file_id = $1', [id])).toHaveLength(1)
})

test('a closed file is shown as pictures with the name of who looks, and none of its bytes is given', async () => {
  const content = madePdf(['机密条款', '第二页'])
  const [id = '', word = ''] = await held('原件', [
    ['a.pdf', pdf, content],
    [
      'b.docx',
      'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
      madeDocx(Array.from({ length: 47 }, (_one, at) => `机密文稿第${at}段`)),
    ],
  ])
  const page = async (who: Person, at = 1) =>
    h.app.inject({ url: `/api-2024/fileUpload/down2/page?id=${id}&page=${at}`, headers: { authorization: `Bearer ${who.token}` } })
  expect((await buyer.get(`/fileUpload/preview?id=${id}`)).data).toMatchObject({ kind: 'pages', pages: 2, closed: true })
  const [mine, open] = await Promise.all([page(buyer), page(admin)])
  expect(mine.headers['content-type'], mine.rawPayload.toString('utf8', 0, 200)).toBe('image/jpeg')
  expect(mine.rawPayload.equals(open.rawPayload)).toBe(false)
  for (const path of [`/fileUpload/down2?id=${id}`, `/fileUpload/down2?id=${id}&w=96`, `/fileUpload/down2?id=${word}`])
    expect((await buyer.get(path)).code, path).toBe(1004)
  expect((await buyer.get(`/fileUpload/preview?id=${word}`)).data).toEqual(expect.not.objectContaining({ html: expect.anything() }))
  expect((await buyer.get(`/fileUpload/preview?id=${word}`)).data).toMatchObject({ kind: 'pages', pages: 2, closed: true })
  const [row] = (await buyer.post('/probePaper/list', { conditionList: [{ field: 'allText', condition: 'LIKE', value: '机密条款' }] })).data
    .list
  expect(row.files).toMatchObject([{ closed: true }, { closed: true }])
  for (const path of [`/fileUpload/preview?id=${id}`, `/fileUpload/down2/page?id=${id}&page=1`])
    expect((await employee.get(path)).code).toBe(1004)
  // who loses the record while he looks at it is refused at the next page
  await rows("update probe_paper set owner_id = $1 where name = '原件'", [(await boss.get('/system/userprofile')).data.employeeId])
  expect((await page(buyer, 2)).json()).toMatchObject({ code: 1004 })
})

test('opening a closed file is one line of the trail for a viewing, whoever looks and whichever way', async () => {
  const [id = '', notes = ''] = await held('卷宗', [
    ['卷宗.pdf', pdf, madePdf(['第一页', '第二页'])],
    ['札记.pdf', pdf, madePdf(['札记'])],
  ])
  await rows("update probe_paper set files = array[$1::bigint], notes = array[$2::bigint] where name = '卷宗'", [id, notes])
  const lines = async () =>
    (
      await rows<{ account_name: string; subject: string; record_id: string; after: object; at: Date }>(
        "select account_name, subject, record_id, after, at from audit_entry where verb = 'openOriginal' and after->>'fileId' = any($1)",
        [[id, notes]],
      )
    ).toSorted((a, b) => a.at.getTime() - b.at.getTime())
  const get = (who: Person, path: string) =>
    h.app.inject({ url: `/api-2024/fileUpload/${path}`, headers: { authorization: `Bearer ${who.token}` } })
  // the small picture of a cell is no reading, an open file is no closed one, a refusal opens nothing
  for (const path of [`preview?id=${notes}`, `down2/page?id=${notes}&page=1`, `down2?id=${notes}`]) await get(buyer, path)
  for (const path of [`down2?id=${id}`, `down2?id=${id}&w=96`]) await get(buyer, path)
  await get(employee, `preview?id=${id}`)
  expect(await lines()).toEqual([])
  for (const path of [`preview?id=${id}`, `down2/page?id=${id}&page=1`, `down2/page?id=${id}&page=2`]) await get(buyer, path)
  const [record] = await rows<{ id: string }>("select id from probe_paper where name = '卷宗'")
  const name = (await buyer.get('/system/userprofile')).data.name
  expect(await lines()).toMatchObject([
    { account_name: name, subject: 'probe_paper', record_id: record?.id, after: { file: '卷宗.pdf', fileId: id } },
  ])
  // a page from the middle, later; an original that is taken
  const before = h.clock.now
  h.clock.now = new Date(before.getTime() + 3_600_000)
  await get(buyer, `down2/page?id=${id}&page=2`)
  await get(admin, `down2?id=${id}`)
  expect((await lines()).slice(1).map(one => one.at.getTime() - before.getTime())).toEqual([3_600_000, 3_600_000])
  h.clock.now = before
})

/**
 * Texts of words that many have and of words that few have, of letters, figures and full width; a record has one to three files of one or
 * two pages. Answers the texts of each record of the buyer's, by its name.
 */
async function manyFiles(
  count: number,
): Promise<{ readonly texts: ReadonlyMap<string, readonly string[]>; readonly vocabulary: string[] }> {
  const roll = dice(44)
  const han = () => String.fromCodePoint(0x4e00 + Math.floor((roll(1_000) * roll(1_000)) / 2_000))
  const latin = () => Array.from({ length: 1 + roll(7) }, () => pick(roll, [...'abcdeABC019-Ａ９'])).join('')
  const vocabulary = Array.from({ length: 1_500 }, () => (roll(4) === 0 ? latin() : Array.from({ length: 1 + roll(5) }, han).join('')))
  const word = () => vocabulary[Math.floor(1_500 * (roll(1_000) / 1_000) ** 3)] ?? ''
  const text = () => Array.from({ length: 20 + roll(30) }, () => word() + pick(roll, ['', '', '', '，', ' ', '\n'])).join('')
  const [account] = await rows<{ id: string; org: string }>(
    "select a.id, m.org_id as org from account a join account_organisation m on m.account_id = a.id where a.username = 'admin'",
  )
  const other = (await boss.get('/system/userprofile')).data.employeeId
  const texts = new Map<string, readonly string[]>()
  const given: { file: number; record: number; name: string; owner: string; pages: string[]; grams: string[] }[] = []
  for (let file = 1, record = 1; file <= count; record++) {
    const name = `R${record}${word()}`
    const isMine = roll(3) > 0
    const all: string[] = []
    for (let of = 1 + roll(3); of > 0 && file <= count; of--, file++) {
      const pages = Array.from({ length: 1 + roll(2) }, text)
      const grams = new Set<string>()
      for (const page of pages) addGrams(folded(page), grams)
      all.push(...pages)
      given.push({ file, record, name, owner: isMine ? buyerId : other, pages: pages.map(folded), grams: [...grams] })
    }
    if (isMine) texts.set(name, [name, ...all])
  }
  const values = [account?.org, JSON.stringify(given), account?.id]
  const from = `from jsonb_to_recordset($2::jsonb) as g (file int, record int, name text, owner bigint, pages text[], grams text[])`
  await rows(
    `insert into stored_file (id, org_id, account_id, storage_key, name, size, sha256, upload_type, content_type)
    select 800000 + file, $1::bigint, $3::bigint, 'm' || file, file || '.pdf', 1, file::text, 'ATTACHMENT', 'application/pdf' ${from}`,
    values,
  )
  await rows(
    `insert into probe_paper (id, org_id, name, owner_id, files) select 800000 + record, $1::bigint, max(name), max(owner),
    array_agg(800000 + file) ${from} group by record`,
    values.slice(0, 2),
  )
  await rows(
    `insert into file_use (org_id, file_id, table_name, record_id)
    select $1::bigint, 800000 + file, 'probe_paper', (800000 + record)::text ${from}`,
    values.slice(0, 2),
  )
  await rows(
    `insert into file_text (org_id, file_id, state, pages, grams)
    select $1::bigint, 800000 + file, 1, cardinality(pages), grams ${from}`,
    values.slice(0, 2),
  )
  await rows(
    `insert into file_page (org_id, file_id, page, body)
    select $1::bigint, 800000 + file, p.page, p.body ${from}, unnest(pages) with ordinality as p (body, page)`,
    values.slice(0, 2),
  )
  return { texts, vocabulary }
}

test('500 random searches answer what a reading of 2,000 files word by word does, for who may see their records', async () => {
  const { texts, vocabulary } = await manyFiles(2_000)
  await rows('analyze')
  const [account] = await rows<{ id: string }>("select id from account where username = 'buyer'")
  const inside = await h.house.asJob({ accountId: account?.id ?? '', orgId: h.demo.organisationIds[0] ?? '', id: 'search' })
  const roll = dice(500)
  const bodies = [...texts].map(([name, all]) => [name, all.map(folded)] as const)
  // a word of the vocabulary, a piece of a text wherever it begins, one or two characters, something that is nowhere
  const piece = (): string => {
    const text = [...pick(roll, pick(roll, bodies)[1]).replaceAll(/\s/gu, '')]
    const from = roll(text.length)
    return text.slice(from, from + 1 + roll(8)).join('')
  }
  const word = (): string => (roll(3) === 0 ? piece() : roll(12) === 0 ? `${pick(roll, vocabulary)}龘` : pick(roll, vocabulary))
  let found = 0
  const differenceOf = async (keyword: string): Promise<string[]> => {
    // signs alone are no word
    const words = keyword.split(/\s+/u).map(folded)
    if (!words.every(one => /[\p{L}\p{N}]/u.test(one))) return []
    const meant = bodies.filter(([, all]) => words.every(one => all.some(text => text.includes(one)))).map(([name]) => name)
    const query = anyTable(inside.db)
      .selectFrom('probe_paper as t')
      .select('t.name')
      .where(searchPredicate(paper, 't', keyword))
    const told = (await query.execute()).flatMap(({ name }) => (texts.has(String(name)) ? [String(name)] : []))
    found += Math.min(1, meant.length)
    return told.toSorted().join('|') === meant.toSorted().join('|') ? [] : [`${keyword}: ${told.length} for ${meant.length}`]
  }
  const keywords = Array.from({ length: 500 }, () =>
    Array.from({ length: 1 + roll(3) }, word)
      .join(' ')
      .trim(),
  )
  const differ: string[] = []
  for (let at = 0; at < keywords.length; at += 5) differ.push(...(await Promise.all(keywords.slice(at, at + 5).map(differenceOf))).flat())
  expect(differ).toEqual([])
  expect(found).toBeGreaterThan(150)
  // the grams of all files are never read, however few files there are
  const many = anyTable(inside.db).selectFrom('probe_paper as t').select('t.name')
  const { sql: text, parameters } = many.where(searchPredicate(paper, 't', phrase(3))).compile()
  const plan = await rows<Record<string, string>>(`explain ${text}`, parameters)
  expect(plan.map(one => one['QUERY PLAN']).join('\n')).toContain('file_text_grams_idx')
}, 180_000)
