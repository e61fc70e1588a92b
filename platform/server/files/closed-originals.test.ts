/** Every route of the house is asked for a closed original by who lacks its right: no answer holds any of its bytes. */
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { files, text } from '#platform/declare/fields.ts'
import { signedIn } from '#platform/declare/operations.ts'
import { resource } from '#platform/declare/resource.ts'
import { ownOrganisation } from '#platform/declare/scope.ts'
import { family, imported, one } from '#platform/server/records.ts'
import { demoHouse, signedInAs, type DemoHouse } from '../../../test/setup/demo-house.ts'
import { workbookOfRows } from '../../../test/setup/made-workbook.ts'
import { madeDocx, madePdf } from '../../../test/setup/office-files.ts'
import type { Area } from '../contract/area.ts'
import type { RouteMap } from '../contract/route.ts'
import { keepUpload } from './keep-upload.ts'
import { localFileStore } from './local-store.ts'
import { readFileText } from './text-of-files.ts'

const deed = resource('probe_deed', {
  type: 'probeDeed',
  title: ['契据', 'Deed'],
  access: { scope: ownOrganisation },
  fields: {
    name: text('名称', 'Name', { max: 40 }),
    files: files('原件', 'Originals', {
      optional: true,
      max: 20,
      reads: true,
      closed: { operation: 102, title: ['查看原件', 'See originals'] },
    }),
  },
  storage: { key: ['name'] },
})
const calls: RouteMap = { ...family('probeDeed', deed), ...imported('probeDeed', deed), 'GET /probeDeed/query/{id}': one(deed) }
const area: Area = {
  name: 'probe',
  title: ['试验', 'Probe'],
  resources: [deed],
  routes: Object.fromEntries(Object.entries(calls).map(([path, route]) => [path, { ...route, demand: signedIn }])),
}

const root = mkdtempSync(join(tmpdir(), 'zhanggui-deeds-'))
let h: DemoHouse
let ids: readonly string[] = []
let recordId = ''
const word = '骊珠'
type Original = readonly [name: string, type: string, content: Buffer]
/** One original of each kind; what is drawn differs each time, what the format itself writes does not. */
async function drawn(): Promise<readonly Original[]> {
  const raw = { raw: { width: 60, height: 40, channels: 3 as const } }
  return [
    ['a.pdf', 'application/pdf', madePdf([`${word}${randomBytes(300).toString('base64')}`, '第二页'])],
    ['b.docx', 'application/x', madeDocx([`${word}${randomBytes(900).toString('base64')}`])],
    ['c.xlsx', 'application/x', workbookOfRows([[word, randomBytes(900).toString('base64')]])],
    ['d.png', 'image/png', await sharp(randomBytes(7_200), raw).png().toBuffer()],
  ]
}
let contents: readonly Original[] = []
/** The same four files with other contents. */
let others: readonly Original[] = []
beforeAll(async () => {
  h = await demoHouse([area], localFileStore(root), {}, null, 1_000_000)
  contents = await drawn()
  others = await drawn()
  const orgId = h.demo.organisationIds[0] ?? ''
  const account = await h.db.selectFrom('account').select('id').where('username', '=', 'admin').executeTakeFirstOrThrow()
  const context = await h.house.asSystem(orgId, 'test')
  const by = { ...context, caller: { ...context.caller, accountId: String(account.id) } }
  ids = await Promise.all(
    contents.map(([name, contentType, content]) => keepUpload(by, { name, contentType, content, type: 'ATTACHMENT' })),
  )
  const made = await (await signedInAs(h, 'admin')).post('/probeDeed/insert', { name: `${word}契`, files: ids })
  recordId = made.data.id
  for (const fileId of ids) await readFileText(h.house, { orgId, fileId })
}, 180_000)
afterAll(async () => {
  await h.close()
  rmSync(root, { recursive: true, force: true })
})

const [piece, perFile] = [30, 150]
/**
 * Pieces of the originals, as they are and as a text carries bytes.
 * Pieces that other files of the format hold too are left out: every workbook that the product writes has them.
 */
const pieces = (): Buffer[] =>
  contents.flatMap(([, , content]) => {
    const count = Math.min(perFile, Math.floor(content.length / piece))
    const all = Array.from({ length: count }, (_one, at) => Math.floor((at * content.length) / count / piece) * piece).map(from =>
      content.subarray(from, from + piece),
    )
    const own = all.filter(bytes => !others.some(([, , other]) => other.includes(bytes)))
    expect(own.length).toBeGreaterThan(all.length / 3)
    return own.flatMap(bytes => [bytes, Buffer.from(bytes.toString('base64'))])
  })
const holds = (answer: Buffer, all: readonly Buffer[]): boolean => all.some(one => answer.includes(one))

/** What routes ask for under these names. */
const valuesFor = (id: string): Readonly<Record<string, unknown>> => ({
  id,
  fileId: id,
  keyValue: id,
  recordId: id,
  ids: [id],
  page: 1,
  type: 'probeDeed',
  listType: 'probeDeed',
  subject: 'probe_deed',
  keyword: word,
  fields: ['name', 'files'],
  headers: ['名称', '原件'],
  query: {},
  format: 'xlsx',
  withData: true,
  name: `${word}契`,
})
interface Asked {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  readonly url: string
  readonly payload?: object
}
/** Calls about files are asked for each of them, all others for the first. */
function* asked(): Generator<Asked> {
  for (const { method, path, input } of h.house.registry.routes) {
    // these end the session or the record
    if (/\/auth\/|logout|delete/i.test(path)) continue
    const names = Object.keys((input as { properties?: object } | undefined)?.properties ?? {})
    const isOfFiles = /file/i.test(path)
    for (const id of [recordId, ...(isOfFiles ? ids : ids.slice(0, 1))]) {
      const values = Object.entries<unknown>(valuesFor(id)).filter(([name]) => names.includes(name))
      const url = `/api-2024${path.replaceAll(/\{\w+\}/g, id)}`
      const query = new URLSearchParams(values.map(([name, value]): [string, string] => [name, String(value)])).toString()
      yield method === 'GET' ? { method, url: `${url}?${query}` } : { method, url, payload: Object.fromEntries(values) }
    }
  }
  for (const id of ids) for (const w of [96, 240, 480, 960]) yield { method: 'GET', url: `/api-2024/fileUpload/down2?id=${id}&w=${w}` }
}

test('no answer of any route holds bytes of a closed original for who lacks its right', async () => {
  const all = pieces()
  const told: string[] = []
  let good = 0
  const { token } = await signedInAs(h, 'buyer')
  for (const { method, url, payload } of asked())
    for (const range of url.includes('down2') ? [{}, { range: 'bytes=0-199' }] : [{}]) {
      const headers = { authorization: `Bearer ${token}`, ...range }
      const answer = await h.app.inject({ method, url, headers, ...(payload === undefined ? {} : { payload }) })
      if (answer.statusCode < 300) good++
      if (holds(answer.rawPayload, all)) told.push(`${method} ${url}`)
    }
  expect(told).toEqual([])
  // whoever has the right is given them: the pieces are looked for as they come
  const admin = await signedInAs(h, 'admin')
  for (const [at, id] of ids.entries()) {
    const headers = { authorization: `Bearer ${admin.token}` }
    const { rawPayload } = await h.app.inject({ url: `/api-2024/fileUpload/down2?id=${id}`, headers })
    expect([rawPayload.equals(contents[at]?.[2] ?? Buffer.alloc(0)), holds(rawPayload, all)]).toEqual([true, true])
  }
  expect(good).toBeGreaterThan(100)
}, 120_000)
