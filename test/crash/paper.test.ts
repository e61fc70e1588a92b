/**
 * The server is killed between the writes by which a supplement is signed, and a version put in force: nothing of it is there, and done
 * again it is there once.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { CutProduct, type Answer } from '../setup/cut-product.ts'

let p: CutProduct
let [kindId, companyId, ownerId, documentKind] = ['', '', '', '']
let n = 0
/** the organisation's day */
const dayOf = (days: number): string => new Date(Date.now() + 8 * 3_600_000 + days * 86_400_000).toISOString().slice(0, 10)
const call = (path: string, body: object): Promise<Answer> => p.call('admin', path, body)
const made = async (path: string, body: object): Promise<string> => {
  const { msg, data } = await call(path, body)
  if (data?.id === undefined) throw new Error(`${path}: ${msg}`)
  return String(data.id)
}
beforeAll(async () => {
  p = await CutProduct.start(['admin'])
  await call('/contractKind/loadUsual', {})
  kindId = (await call('/contractKind/list', { code: 'FW' })).data.list[0].id
  companyId = (await call('/companyManage/list', {})).data.list[0]?.id ?? (await made('/companyManage/insert', { name: '中断公司' }))
  const [me] = await p.rows<{ id: string }>(`select m.employee_id::text as id from account a
    join account_organisation m on m.account_id = a.id where a.username = 'admin' order by m.org_id limit 1`)
  ownerId = me?.id ?? ''
  const [kind] = await p.rows<{ id: string }>(`select id::text as id from dictionary_item where dictionary_code = 123
    and org_id = (select min(id) from organisation) limit 1`)
  documentKind = kind?.id ?? ''
  await p.watchWrites()
})
afterAll(() => p?.remove())

async function file(): Promise<string> {
  const [row] = await p.rows<{ id: string }>(
    `insert into stored_file (org_id, account_id, storage_key, name, size, sha256, upload_type, content_type)
      select m.org_id, a.id, $1, '文件.pdf', 10, $1, 'ATTACHMENT', 'application/pdf'
      from account a join account_organisation m on m.account_id = a.id where a.username = 'admin' order by m.org_id limit 1
      returning id::text as id`,
    [`cut${++n}`],
  )
  return row?.id ?? ''
}
async function agreed(more: object, lines: readonly { name: string; amount: string }[]): Promise<string> {
  const added = lines.map(line => ({ ...line, trigger: 2, dueOn: dayOf(30) }))
  const header = { title: `中断${++n}`, kindId, companyId, ownerId, partyName: '乙方', validFrom: dayOf(-30), validTo: dayOf(300) }
  const id = await made('/contract/insert', { businessOn: dayOf(0), ...header, ...more, lines: { added } })
  expect(await call('/contract/submit', { id })).toMatchObject({ code: 0 })
  return id
}
const contractOf = async (id: string) =>
  (
    await p.rows(
      `select c.state, trim_scale(c.total)::text as total, trim_scale(c.planned)::text as planned, c.ends_on::text as ends,
        c.signed_hash is not null as hashed, coalesce(cardinality(c.signed), 0) as signed,
        (select count(*)::int from file_use u join stored_file f on f.id = u.file_id where f.id = any(coalesce(c.signed, '{}'))) as uses
      from contract c where c.id = $1`,
      [id],
    )
  )[0]

test('cut while a supplement is signed neither it nor its contract has changed; then it is signed once', { timeout: 900_000 }, async () => {
  const pair = async () => {
    const parent = await agreed({ amount: '1000' }, [
      { name: '首期', amount: '400' },
      { name: '尾款', amount: '600' },
    ])
    expect(await call('/contract/sign', { id: parent, signOn: dayOf(-9), signed: [await file()] })).toMatchObject({ code: 0 })
    const [, last] = await p.rows<{ id: string }>('select id::text as id from contract_plan where contract_id = $1 order by line_no', [
      parent,
    ])
    const below = { nature: 3, parentId: parent, amount: '-100', validTo: dayOf(400), cancels: [last?.id] }
    return { parent, id: await agreed(below, [{ name: '新尾款', amount: '500' }]) }
  }
  const sign = (id: string, fileId: string) => (): Promise<Answer> => call('/contract/sign', { id, signOn: dayOf(-2), signed: [fileId] })
  const uncut = await pair()
  const steps = await p.stepsOf(sign(uncut.id, await file()))
  expect(steps).toContain('UPDATE contract_plan')
  const after = [await contractOf(uncut.parent), await contractOf(uncut.id)]
  expect(after).toMatchObject([
    { state: 3, total: '900', planned: '400', ends: dayOf(400) },
    { state: 3, hashed: true, signed: 1 },
  ])
  const { parent, id } = await pair()
  const before = [await contractOf(parent), await contractOf(id)]
  const paper = await file()
  for (const step of steps.filter(one => / (contract|contract_plan|file_use|bank_expected)$/.test(one))) {
    await p.cutAt(step, sign(id, paper))
    expect([await contractOf(parent), await contractOf(id)], step).toEqual(before)
  }
  expect(await sign(id, paper)()).toMatchObject({ code: 0 })
  expect([await contractOf(parent), await contractOf(id)]).toEqual(after)
  expect((await sign(id, paper)()).code).not.toBe(0)
})

test('cut while a version is put in force the one before stays as it was; then it is dated once', { timeout: 900_000 }, async () => {
  const folderId = await made('/folder/insert', { name: '中断目录', reads: 2, writes: 2 })
  const made2 = async () => {
    const id = await made('/document/insert', { businessOn: dayOf(0), title: `中断${++n}`, kindId: documentKind, folderId })
    const versions: string[] = []
    for (let at = 0; at < 2; at++) {
      const [row] = await p.rows<{ version: number }>('select version from office_document where id = $1', [id])
      const { data, msg } = await call('/document/newVersion', { id, version: row?.version, file: [await file()], note: '改' })
      expect(msg).toBe('')
      versions.push(String(data.id))
    }
    expect((await call('/document/putInForce', { id: versions[0], effectiveOn: dayOf(0) })).msg).toBe('')
    return { id, last: versions[1] ?? '' }
  }
  const force = (id: string) => (): Promise<Answer> => call('/document/putInForce', { id, effectiveOn: dayOf(5) })
  const standing = async (id: string) => [
    ...(await p.rows(
      'select no, state, standing, effective_on::text as day, until::text from document_version where document_id = $1 order by seq',
      [id],
    )),
    ...(await p.rows('select current_no, latest_no from office_document where id = $1', [id])),
  ]
  const uncut = await made2()
  const steps = await p.stepsOf(force(uncut.last))
  expect(steps).toContain('UPDATE document_version')
  const after = await standing(uncut.id)
  expect(after).toMatchObject([
    { no: '1.0', standing: 3, until: dayOf(4) },
    { no: '1.1', standing: 2, day: dayOf(5) },
    { current_no: '1.0' },
  ])
  const { id, last } = await made2()
  const before = await standing(id)
  for (const step of steps.filter(one => / (document_version|office_document)$/.test(one))) {
    await p.cutAt(step, force(last))
    expect(await standing(id), step).toEqual(before)
  }
  expect(await force(last)()).toMatchObject({ code: 0 })
  expect(await standing(id)).toEqual(after)
  expect((await force(last)()).code).not.toBe(0)
})
