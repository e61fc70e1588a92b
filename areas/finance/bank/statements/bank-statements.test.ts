/** Statements as wholes: several in one file, gaps between them, accounts that only their keeper sees. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { camtOfSeveral, cmbStatement, ofxOfSeveral } from '../../../../test/setup/bank-files.ts'
import { openBank, type BankHouse } from '../../../../test/setup/bank-imports.ts'
import type { Person } from '../../../../test/setup/demo-house.ts'

let h: BankHouse
let number = 8_000_000
beforeAll(async () => {
  h = await openBank()
})
afterAll(() => h.close())

const page = { pageNum: 1, pageSize: 50, conditionList: [] }
const account = (bank: string, currency = 'CNY'): Promise<string> => h.account({ bank, number: String((number += 1)), currency })
const linesOf = (accountId: string) =>
  h.sql('select posted_on::text as day, amount::text as amount from bank_statement where account_id = $1 order by 1', [accountId])

describe('several statements in one file', () => {
  const [first, second] = ['DE02120300000000202051', 'DE02500105170137075030']
  const file = camtOfSeveral([
    { account: first, opening: '100', day: '2026-08-03', amount: '5' },
    { account: second, opening: '7', day: '2026-08-03', amount: '3' },
    { account: first, opening: '105', day: '2026-09-03', amount: '6' },
    { account: 'DE00000000000000000000', opening: '1', day: '2026-08-03', amount: '1' },
  ])
  test('each goes to its account, whole, with a report of its own; one of nobody is refused alone', async () => {
    const [a, b] = [
      await h.account({ bank: 'other', number: first, currency: 'EUR' }),
      await h.account({ bank: 'other', number: second, currency: 'EUR' }),
    ]
    for (const round of ['first', 'again']) {
      const id = await h.order('all.xml', file, { accountId: a })
      await h.run(id)
      const parts = (
        await h.sql('select id::text as id from import_run where task_id = (select task_id from import_run where id = $1) order by id', [
          id,
        ])
      ).map(row => String(row['id']))
      expect(parts).toHaveLength(4)
      const reports = []
      for (const part of parts) reports.push(part === id ? await h.details(part) : await h.run(part))
      expect(reports.map(one => [one.state, one.ownerName, one.lines.merged])).toEqual([
        ['done', `other ${first}`, round === 'first' ? 1 : 0],
        ['done', `other ${second}`, round === 'first' ? 1 : 0],
        ['done', `other ${first}`, round === 'first' ? 1 : 0],
        ['refused', null, 0],
      ])
      expect(reports[0]?.notes.join()).toContain('文件里有 4 份流水，这是第 1 份')
      expect(reports[0]?.parts).toEqual(parts)
      expect(reports[3]?.errors[0]?.reason).toContain('DE00000000000000000000')
      const [task] = await h.sql('select state from task where id = (select task_id from import_run where id = $1)', [id])
      expect(task?.['state']).toBe(3)
    }
    expect([await linesOf(a), await linesOf(b)]).toMatchObject([[{ day: '2026-08-03' }, { day: '2026-09-03' }], [{ day: '2026-08-03' }]])
  })
  test('of OFX as well, of two accounts and one of nobody; the dialog is told the kind and no owner', async () => {
    const accounts = [
      await h.account({ bank: 'other', number: '5550001', currency: 'USD' }),
      await h.account({ bank: 'other', number: '5550002', currency: 'USD' }),
    ]
    const content = ofxOfSeveral([
      { account: '5550001', day: '20260803', amount: '-5.00' },
      { account: '5550002', day: '20260804', amount: '7.25' },
      { account: '5559999', day: '20260805', amount: '1.00' },
    ])
    const { data } = await h.upload('two.ofx', content)
    expect(data.recognised).toEqual({ kind: 'ofx', kindTitle: 'OFX 流水', month: null, origin: 'genuine', shopId: null })
    const id = await h.order('two.ofx', content)
    const { parts = [] } = await h.run(id)
    expect(parts).toHaveLength(3)
    const reports = []
    for (const part of parts) reports.push(part === id ? await h.details(part) : await h.run(part))
    expect(reports.map(one => [one.state, one.ownerName, one.lines.merged])).toEqual([
      ['done', 'other 5550001', 1],
      ['done', 'other 5550002', 1],
      ['refused', null, 0],
    ])
    expect(reports[2]?.errors[0]?.reason).toContain('5559999')
    expect(await Promise.all(accounts.map(linesOf))).toEqual([
      [{ day: '2026-08-03', amount: '5.0000' }],
      [{ day: '2026-08-04', amount: '7.2500' }],
    ])
  })
  test('a run that was killed after the file was split splits it no second time', async () => {
    const id = await h.order('all.xml', file)
    await h.run(id)
    await h.sql('update import_run set state = 1 where id = $1', [id])
    await h.run(id)
    const [row] = await h.sql('select count(*)::int as n from import_run where task_id = (select task_id from import_run where id = $1)', [
      id,
    ])
    expect(row?.['n']).toBe(4)
  })
})

describe('a gap between two statements', () => {
  const month = (m: string, amount: string) => [{ day: `2026-${m}-05`, amount }]
  const gaps = async (accountId: string) =>
    (
      await h.sql(
        `select f.state, f.stated::text as stated, f.found::text as found, f.difference::text as difference from import_finding f
          join import_run r on r.id = f.import_id where r.owner_id = $1 and f.gap is not null order by f.id`,
        [accountId],
      )
    ).map(row => [row['state'], Number(row['stated']), Number(row['found']), Number(row['difference'])])

  test('stays open until the missing statement comes, and is open again when that is taken back', async () => {
    const accountId = await account('cmb')
    const send = (m: string, amount: string, opening: string) =>
      h.import(`${m}.csv`, cmbStatement(month(m, amount), opening), { accountId })
    await send('01', '10', '100')
    expect(await gaps(accountId)).toEqual([])
    const march = await send('03', '5', '130')
    expect(march.notes.join()).toMatch(/2026-01-05 的余额为 CNY 110.*期初为 130/)
    expect(await gaps(accountId)).toEqual([[1, 130, 110, 20]])
    const { data } = await h.clerk.post('/ImportFinding/list', { ...page, sortField: 'createdAt', sortWay: 'DESC' })
    expect(data.list[0]).toMatchObject({
      what: '流水不衔接：2026-01-05 的期末与 2026-03-05 的期初',
      state: 1,
      importIdLabel: '03.csv',
    })
    const february = await send('02', '20', '110')
    expect(february.notes.join()).not.toContain('不衔接')
    expect(await gaps(accountId)).toEqual([[3, 130, 110, 20]])
    expect((await h.clerk.post('/fileImportHistory/delete', { id: february.id })).code).toBe(0)
    expect(await gaps(accountId)).toEqual([[1, 130, 110, 20]])
    // what a person has explained stays explained
    await h.sql('update import_finding set state = 2 where gap is not null')
    await send('02', '20', '110')
    expect(await gaps(accountId)).toEqual([[2, 130, 110, 20]])
  })
  test('a part of what is missing leaves the rest open', async () => {
    const accountId = await account('cmb')
    await h.import('1.csv', cmbStatement(month('01', '10'), '100'), { accountId })
    await h.import('4.csv', cmbStatement(month('04', '5'), '150'), { accountId })
    await h.import('2.csv', cmbStatement(month('02', '20'), '110'), { accountId })
    expect(await gaps(accountId)).toEqual([
      [3, 150, 110, 40],
      [1, 150, 130, 20],
    ])
  })
})

describe('an account of its keeper alone', () => {
  const employeeOf = async (username: string): Promise<string> => {
    const [row] = await h.sql(
      'select m.employee_id::text as id from account_organisation m join account a on a.id = m.account_id where a.username = $1',
      [username],
    )
    return String(row?.['id'])
  }
  const form = { bank: 3, currency: 'CNY', seenBy: 2 }

  test('has a keeper, whoever writes it', async () => {
    const admin = await h.signIn('admin')
    const refused = (said: { msg: string }): void => expect(said.msg).toContain('必须填写负责人')
    refused(await admin.post('/BankAccount/insert', { ...form, name: '无主户', number: '700001' }))
    const { data } = await admin.post('/BankAccount/insert', { ...form, seenBy: 1, name: '共管户', number: '700002' })
    refused(await admin.post('/BankAccount/update', { id: data.id, version: 1, seenBy: 2 }))
    refused(await admin.post('/BankAccount/batchUpdate', { ids: [{ id: data.id, version: 1 }], changes: { seenBy: 2 } }))
    const kept = await admin.post('/BankAccount/update', { id: data.id, version: 1, seenBy: 2, keeperId: await employeeOf('finance') })
    expect(kept.code, kept.msg).toBe(0)
    refused(await admin.post('/BankAccount/update', { id: data.id, version: 2, keeperId: null }))
    refused(await admin.post('/BankAccount/batchUpdate', { ids: [{ id: data.id, version: 2 }], changes: { keeperId: null } }))
  })

  test('is nothing to a colleague with all rights of finance, in whatever he lists, exports, searches or opens', async () => {
    const admin = await h.signIn('admin')
    // the session he has already: all rights of finance, and from the next half second on no data scope beyond himself
    const colleague = h.clerk
    const narrowed = await admin.put('/userManage/dataAclSetting', { employeeId: await employeeOf('finance'), dataScope: 0 })
    expect(narrowed.code, narrowed.msg).toBe(0)
    h.clock.now = new Date(h.clock.now.getTime() + 501)
    const made = await admin.post('/BankAccount/insert', { ...form, seenBy: 1, name: '创始人备用金', number: '700100' })
    expect(made.code, made.msg).toBe(0)
    const accountId = String(made.data.id)
    const secret = 'SECRET-PAYEE'
    const content = cmbStatement([{ day: '2026-08-01', amount: '-12345.00', who: secret }], '99999.00')
    const before = await h.import('创始人.csv', content, { accountId, as: admin })
    expect(await sees(colleague, accountId, before.id, secret)).not.toEqual([])
    // from now on it is the keeper's: what was imported before as well
    const turned = await admin.post('/BankAccount/update', { id: accountId, version: 1, seenBy: 2, keeperId: await employeeOf('boss') })
    expect(turned.code, turned.msg).toBe(0)
    const later = await h.order('创始人2.csv', cmbStatement([{ day: '2026-10-01', amount: '-1.00', who: secret }], '5.00'), {
      accountId,
      as: admin,
    })
    await h.run(later)
    expect((await h.sql('select state from import_run where id = any($1::bigint[])', [[before.id, later]])).map(r => r['state'])).toEqual([
      2, 2,
    ])
    const refusedId = await h.order('创始人3.csv', 'a,b\n1,2\n', { accountId, as: admin })
    await h.run(refusedId)
    await admin.post('/BankLayout/insert', { name: '创始人银行', accountId, dayHead: 'd', amountHead: 'a' })
    for (const id of [before.id, later, refusedId]) expect(await sees(colleague, accountId, id, secret)).toEqual([])
    expect(await sees(admin, accountId, later, secret)).not.toEqual([])
  })

  /** every way by which something of the account comes to this person */
  async function sees(person: Person, accountId: string, importId: string, secret: string): Promise<string[]> {
    const found: string[] = []
    const marks = [secret, '创始人', '700100']
    const look = async (path: string, body: object): Promise<void> => {
      const said = await person.post(path, body)
      const text = JSON.stringify(said)
      expect(said.code === 0 || said.msg !== '', path).toBe(true)
      if (marks.some(mark => text.includes(mark))) found.push(path)
    }
    await look('/BankAccount/list', page)
    await look('/FinanceBankStatement/list', { ...page, accountId })
    await look('/listField/options', { type: 'bankAccount', keyword: '创始人' })
    await look('/listField/options', { type: 'bankAccount', keyword: '', ids: [accountId] })
    await look('/fileImportHistory/list', page)
    await look('/fileImportHistory/details', { id: importId })
    await look('/ImportFinding/list', page)
    await look('/BankLayout/list', page)
    await look('/auditTrail/history', { type: 'bankAccount', id: accountId })
    await look('/auditTrail/history', { type: 'fileImportHistory', id: importId })
    await look('/listField/find', { keyword: '创始人' })
    await look('/listField/find', { keyword: '700100' })
    const deleted = await person.post('/fileImportHistory/delete', { id: '999999' })
    expect(deleted.code).not.toBe(0)
    if (found.length === 0) {
      // an account that all see has lines: the export holds them and nothing else
      await h.import('open.csv', cmbStatement([{ day: '2026-08-01', amount: '1.00', who: '公开' }]), { accountId: await account('cmb') })
      const wish = { headers: ['对方'], fields: ['counterparty'], format: 'csv' }
      const exported = (await h.download('/FinanceBankStatement/listExport', wish)).toString('utf8')
      expect(exported).toContain('公开')
      if (marks.some(mark => exported.includes(mark))) found.push(exported)
      const { data } = await person.post('/FinanceBankStatement/list', { ...page, accountId })
      if ((data?.total ?? 0) !== 0) found.push('total')
      for (const [path, body] of [
        ['/fileImportHistory/errorsExport', { id: importId }],
        ['/fileImportHistory/delete', { id: importId }],
        ['/fileImportHistory/accept', { id: importId, reason: 'x' }],
        ['/fileImportHistory/cancel', { id: importId }],
        ['/FinanceBankStatement/deleteData', { accountId, startDate: '2026-01-01', endDate: '2026-12-31' }],
      ] as const) {
        const { code, data: done } = await person.post(path, body)
        if (code === 0 && JSON.stringify(done ?? null) !== 'null' && !/"(?:count|removed|deleted)":0/.test(JSON.stringify(done)))
          found.push(`${path} ${JSON.stringify(done)}`)
      }
      const [{ n } = { n: 0 }] = await h.sql('select count(*)::int as n from bank_statement where account_id = $1', [accountId])
      if (n !== 2) found.push('deleted')
    }
    return found
  }
})
