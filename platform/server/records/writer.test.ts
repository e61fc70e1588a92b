import { inChinese, inWords } from '#platform/declare/sentence.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { choice, dateTime, files, flag, integer, month, reference, text } from '#platform/declare/fields.ts'
import type { Adding } from '#platform/declare/on-add.ts'
import { resource, type Resource } from '#platform/declare/resource.ts'
import { ownOrganisation } from '#platform/declare/scope.ts'
import { anyTable } from '../db/any-table.ts'
import { batchEdit } from '../batches/batch-edit.ts'
import { removeRecords } from '../batches/batch-remove.ts'
import { changeEach } from '../batches/change-each.ts'
import { undoBatch } from '../batches/undo.ts'
import { actingFor } from '../db/within.ts'
import type { Context } from '../contract/context.ts'
import { mergePortion } from '../imports/resource-merge.ts'
import { importFields } from '../imports/resource-fields.ts'
import { keyOf } from '../imports/resource-rows.ts'
import { listBooks, type ListBooks } from '../../../test/setup/list-books.ts'
import { addRecord, updateRecord } from '../verbs/record.ts'
import type { RecordChange } from '../contract/record-hooks.ts'
import { Refusal } from '../calls/refusal.ts'
import { personIn, personPart, serverName, storedPerson } from '../trail/server-name.ts'
import { change, create } from './change.ts'
import { authorHash, decryptedAuthor } from '../db/sealed-author.ts'

const employee = resource('employee', {
  type: 'employee',
  title: ['员工', 'Employee'],
  access: { scope: ownOrganisation },
  fields: { name: text('姓名', 'Name') },
}) as unknown as Resource
const voucher = resource('voucher', {
  type: 'voucher',
  title: ['凭证', 'Voucher'],
  access: { scope: ownOrganisation },
  fields: {
    code: text('编号', 'Code', { max: 20, filter: 'equals' }),
    booked: month('月份', 'Month', { optional: true }),
    amount: integer('金额', 'Amount', { optional: true }),
    auditState: choice('审核', 'Audit', { no: [0, '未审核', 'No'], yes: [1, '已审核', 'Yes'] }, { default: 0, computed: true }),
    no: text('流水号', 'Number', { optional: true, set: { onAdd: { number: 'PZ' } } }),
    makerId: reference('制单人', 'Made by', 'employee', { optional: true, set: { onAdd: 'employee' } }),
    madeAt: dateTime('制单时间', 'Made at', { optional: true, set: { onAdd: 'now' } }),
    short: text('简码', 'Short', { optional: true, set: { onAdd: ({ values }: Adding) => String(values['code']).slice(0, 2) } }),
  },
  storage: { key: ['code'] },
}) as unknown as Resource
const letter = resource('letter', {
  type: 'letter',
  title: ['来信', 'Letter'],
  access: { scope: ownOrganisation, sealedAuthor: 'anonymous' },
  fields: {
    subject: text('主题', 'Subject', { max: 50 }),
    answer: text('答复', 'Answer', { optional: true }),
    anonymous: flag('匿名', 'Anonymous', { default: false, editDisabled: true }),
    writerId: reference('写信人', 'Writer', 'employee', { optional: true, set: { onAdd: 'employee' } }),
    papers: files('附件', 'Files', { optional: true }),
  },
}) as unknown as Resource

const letterNote = resource('letter_note', {
  title: ['记录', 'Note'],
  access: { scope: ownOrganisation },
  fields: { name: text('姓名', 'Name') },
}) as unknown as Resource

const reason = '2026-01 及以前已结账'
let heard: RecordChange[] = []
let b: ListBooks
let me: Context
beforeAll(async () => {
  b = await listBooks([employee, voucher, letter, letterNote], {
    rowLocks: { voucher: async () => [{ where: sql<boolean>`voucher.booked <= '2026-01-01'`, reason: [reason, reason] }] },
    follows: {
      voucher: async (_context, _tx, changes) => void heard.push(...changes),
      letter: async (context, tx, changes) => {
        heard.push(...changes)
        // what an area notes of its own accord, in the caller's name as it finds it
        const { accountId, name } = context.caller
        await anyTable(tx).insertInto('letter_note').values({ org_id: '1', name, created_by: accountId }).execute()
      },
    },
  })
  await b.run("insert into employee (id, org_id, name) values (7, 1, '王芳')")
  await b.run("insert into account (id, name) values (1, '王芳'), (2, '李雷')")
  const one = b.as('1')
  me = { ...one, caller: { ...one.caller, employeeId: '7' } }
})
afterAll(() => b.close())
beforeEach(async () => {
  heard = []
  await b.run(
    'delete from voucher; delete from letter; delete from record_number; delete from record_watch; delete from letter_note; delete ' +
      'from sealed_author',
  )
})
const refusal = { code: 1002, message: reason }
const one = async (code: string): Promise<Record<string, unknown>> =>
  (await b.rows<Record<string, unknown>>(`select * from voucher where code = '${code}'`))[0] ?? {}
const old = (): Promise<unknown> => b.run("insert into voucher (id, org_id, code, booked, amount) values (900, 1, 'OLD', '2026-01-01', 1)")
const columns = importFields(voucher)
const imported = (values: Record<string, unknown>) =>
  me.write(tx =>
    mergePortion(
      { context: me, tx, resource: voucher, columns, hooks: {}, batchId: null },
      [{ line: 2, key: keyOf(voucher, values), values }],
      false,
    ),
  )

test('what the server has changed by itself is told to whoever saves after it, in the language of each', async () => {
  const id = await create(me, voucher, { code: 'SYS-1', amount: 1 }).then(row => row.id)
  const program = b.as('1', serverName[0])
  await change(program, voucher, id, { amount: 2 }, {})
  const saved = async (context: Context) =>
    change(context, voucher, id, { amount: 3 }, { version: 1 }).then(
      () => null,
      (refused: unknown) => {
        if (!(refused instanceof Refusal)) throw refused
        return [context.house.registry.inWords(refused.wording, context.language), refused.data]
      },
    )
  const zh = await saved(me)
  expect(zh?.[0]).toMatch(/^系统在 2026-03-20 \d\d:\d\d 修改了这条凭证，请核对后再保存$/)
  expect(zh?.[1]).toMatchObject({ changedBy: '系统', current: { amount: 2 } })
  const en = await saved({ ...me, language: 'en' })
  expect(en?.[0]).toMatch(/^System at 2026-03-20 \d\d:\d\d changed this record \(Voucher\), check it and save again$/)
  expect(en?.[1]).toMatchObject({ changedBy: 'System' })
  // a person keeps his name in both
  expect(['王芳', serverName[0]].map(name => inWords(personPart(name), 'en', {}))).toEqual(['王芳', 'System'])
  expect([personIn('王芳', 'en'), storedPerson('system', 'en'), storedPerson('System', 'zh')]).toEqual(['王芳', '系统', 'System'])
})

describe('one rule of locks', () => {
  test('a locked row is left by every verb, with the same reason', async () => {
    await old()
    await expect(updateRecord(me, voucher, { id: '900', version: 1, amount: 2 })).rejects.toMatchObject(refusal)
    await expect(removeRecords(me, voucher, ['900'])).rejects.toMatchObject(refusal)
    await expect(change(me, voucher, '900', { amount: 2 })).rejects.toMatchObject(refusal)
    await expect(changeEach(me, voucher, ['900'], { auditState: 1 }, { verb: 'audit' })).rejects.toMatchObject(refusal)
    expect(await batchEdit(me, voucher, { ids: [{ id: '900' }], changes: { amount: 2 } })).toMatchObject({
      refused: [{ id: '900', reason }],
    })
    expect(
      (await imported({ code: 'OLD', booked: '2026-01-01', amount: 2 })).refusals.map(one => [one.line, inChinese(one.reason)]),
    ).toEqual([[2, reason]])
    expect(await one('OLD')).toMatchObject({ amount: 1, version: 1 })
  })
  test('nothing is put where nothing may be changed: by add, update, import and undo', async () => {
    await expect(addRecord(me, voucher, { code: 'A', booked: '2026-01' })).rejects.toMatchObject(refusal)
    expect((await imported({ code: 'A', booked: '2025-12-01', amount: 2 })).refusals.map(one => [one.line, inChinese(one.reason)])).toEqual(
      [[2, reason]],
    )
    const { id } = await addRecord(me, voucher, { code: 'A', booked: '2026-02' })
    await expect(updateRecord(me, voucher, { id, version: 1, booked: '2026-01' })).rejects.toMatchObject(refusal)
    expect(await one('A')).toMatchObject({ version: 1 })
  })
  test('an audited row stays, but for the action that takes the mark back', async () => {
    const { id } = await addRecord(me, voucher, { code: 'A', booked: '2026-02' })
    expect(await changeEach(me, voucher, [id], { auditState: 1 }, { verb: 'audit' })).toEqual({ changed: 1 })
    await expect(updateRecord(me, voucher, { id, version: 2, amount: 2 })).rejects.toMatchObject({
      message: '已审核的数据不能修改，请先反审核',
    })
    expect((await imported({ code: 'A', booked: '2026-02-01', amount: 2 })).refusals.map(one => inChinese(one.reason))).toEqual([
      '已审核的数据不能修改，请先反审核',
    ])
    expect(await changeEach(me, voucher, [id, id], { auditState: 0 }, { verb: 'unaudit' })).toEqual({ changed: 1 })
    const trail = await b.rows<{ verb: string }>(
      `select verb from audit_entry where subject = 'voucher' and record_id = '${id}' order by id`,
    )
    expect(trail.map(entry => entry.verb)).toEqual(['add', 'audit', 'unaudit'])
    expect(await one('A')).toMatchObject({ version: 3 })
  })
  test('an action over rows of which one is missing changes none', async () => {
    const { id } = await addRecord(me, voucher, { code: 'A' })
    await expect(changeEach(me, voucher, [id, '123456'], { amount: 5 }, { verb: 'update' })).rejects.toMatchObject({ code: 1004 })
    expect(await one('A')).toMatchObject({ amount: null })
  })
})

test('a name that is no field is a mistake of the program, and nothing is written', async () => {
  await expect(create(me, voucher, { code: 'A', nothing: 1 })).rejects.toThrow('voucher has no field nothing')
  expect(await b.rows('select 1 from voucher')).toEqual([])
})

test('a row of another organisation is unknown', async () => {
  await b.run("insert into voucher (id, org_id, code) values (901, 2, 'X')")
  await expect(change(me, voucher, '901', { amount: 1 })).rejects.toMatchObject({ code: 1004 })
})

describe('set on adding', () => {
  test('by form and by import alike: who, when, a running number of the month, what a function says', async () => {
    await addRecord(me, voucher, { code: 'AB1' })
    expect(await one('AB1')).toMatchObject({ no: 'PZ202603-0001', maker_id: '7', short: 'AB' })
    expect(new Date((await one('AB1'))['made_at'] as string).toISOString()).toBe('2026-03-20T04:00:00.000Z')
    expect((await imported({ code: 'CD1', booked: '2026-02-01', amount: 2 })).inserted).toBe(1)
    expect(await one('CD1')).toMatchObject({ no: 'PZ202603-0002', maker_id: '7', short: 'CD' })
    await updateRecord(me, voucher, { id: String((await one('AB1'))['id']), version: 1, amount: 2 })
    expect(await one('AB1')).toMatchObject({ no: 'PZ202603-0001' })
  })
  test('a number that was rolled back is given again, twenty at once get twenty, organisations count for themselves', async () => {
    await expect(addRecord(me, voucher, { code: 'A', booked: '2026-01' })).rejects.toMatchObject(refusal)
    await Promise.all(Array.from({ length: 20 }, (_, i) => addRecord(me, voucher, { code: `N${i}` })))
    const numbers = await b.rows<{ no: string }>('select no from voucher order by no')
    expect(numbers.map(row => row.no)).toEqual(Array.from({ length: 20 }, (_, i) => `PZ202603-${String(i + 1).padStart(4, '0')}`))
    await addRecord(b.as('2'), voucher, { code: 'A' })
    expect(await one('A')).toMatchObject({ no: 'PZ202603-0001', maker_id: null })
  })
  test('a person cannot set it himself', async () => {
    await expect(addRecord(me, voucher, { code: 'A', no: 'PZ1' })).rejects.toMatchObject({ code: 1002 })
  })
})

test('an undo restores what an import changed, tells its followers, and asks the locks', async () => {
  await addRecord(me, voucher, { code: 'A', booked: '2026-02', amount: 1 })
  const id = String((await one('A'))['id'])
  const { batchId } = (await batchEdit(me, voucher, { ids: [{ id, version: 1 }], changes: { amount: 9 } })) as { batchId: string }
  heard = []
  await undoBatch(me, voucher, batchId)
  expect(await one('A')).toMatchObject({ amount: 1, version: 3 })
  expect(heard).toMatchObject([{ id, before: { amount: 9 }, after: { amount: 1 } }])
})

test('who acts for whom stands in the trail, in its hash and in the history', async () => {
  const deputy = actingFor(me, { accountId: '2', name: '李雷' })
  const { id } = await addRecord(deputy, voucher, { code: 'A' })
  await batchEdit(deputy, voucher, { ids: [{ id }], changes: { amount: 3 } })
  const trail = await b.rows(
    `select account_name, acting_for_id, acting_for from audit_entry where subject = 'voucher' and record_id = '${id}'`,
  )
  expect(trail).toEqual(Array.from({ length: 2 }, () => ({ account_name: '王芳', acting_for_id: '2', acting_for: '李雷' })))
})

describe('a sealed author', () => {
  /** Every text of every table but the sealed one, and the accounts themselves. */
  const everywhere = async (): Promise<string> => {
    const tables = await b.rows<{ name: string }>(
      `select c.relname as name from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
        and not c.relispartition and c.relname not in ('account', 'employee', 'organisation', 'txn_mark')`,
    )
    const texts = []
    for (const { name } of tables)
      texts.push(...(await b.rows<{ row: string }>(`select '${name} ' || t::text as row from "${name}" t`)).map(one => one.row))
    return texts.join('\n')
  }
  // an account and a name that nothing else in the database holds
  const writer = (): Context => {
    const base = b.as('1', '赵一曼')
    return {
      ...base,
      caller: { ...base.caller, accountId: '880088', employeeId: '770077' },
      origin: { address: '10.9.8.7', call: 'POST /letter/insert' },
      requestId: 'request-of-880088',
    }
  }
  const write = () => addRecord(writer(), letter, { subject: '意见', anonymous: true, papers: ['501'] })
  beforeEach(async () => {
    await b.run("delete from file_use; delete from stored_file; delete from audit_entry where subject = 'letter'")
    await b.run(`insert into stored_file (id, org_id, account_id, created_by, storage_key, name, size, sha256, upload_type, content_type)
      values (501, 1, 880088, 880088, 'k', '证据.pdf', 1, 'a', 'ATTACHMENT', 'application/pdf')`)
  })

  test('is in no row, no entry of the trail, no file, no event and nothing that follows', async () => {
    await b.run(
      `insert into record_watch (type, record_id, account_id, org_id, until) select 'letter', n::text, 2, 1, '2027-01-01'
        from generate_series(1, 200) n`,
    )
    const { id } = await write()
    await updateRecord(writer(), letter, { id, version: 1, subject: '意见二' })
    const all = await everywhere()
    for (const trace of ['880088', '770077', '赵一曼', '10.9.8.7']) expect(all).not.toContain(trace)
    // the trail hears of it later, and until then nothing of it can be read
    expect(await b.rows(`select 1 from audit_entry where subject = 'letter'`)).toEqual([])
    expect((await b.rows(`select task from sealed_later`)).length).toBeGreaterThan(1)
    expect(await b.rows(`select file_id from file_use`)).toEqual([{ file_id: '501' }])
  })
  test('finds, changes and withdraws his own; who answers is named', async () => {
    const { id } = await write()
    const boss = b.as('1', '总经理')
    await updateRecord({ ...boss, caller: { ...boss.caller, accountId: '2' } }, letter, { id, version: 1, answer: '收到' })
    expect(await b.rows(`select account_name from audit_entry where subject = 'letter' order by id`)).toEqual([{ account_name: '总经理' }])
    const hash = authorHash(me.house, letter, { orgId: '1', accountId: '880088' })
    const [kept] = await b.rows<{ record_id: string; cipher: string }>(
      `select record_id, cipher from sealed_author where author_hash = $1`,
      [hash],
    )
    expect(kept?.record_id).toBe(id)
    expect(decryptedAuthor(me.house, letter, id, kept?.cipher ?? '')).toBe('880088')
    expect(() => decryptedAuthor(me.house, letter, '1', kept?.cipher ?? '')).toThrow('unable to authenticate')
    expect(await removeRecords(writer(), letter, [id])).toEqual({ deleted: 1, batchId: null })
    expect(await everywhere()).not.toContain('880088')
    expect(await b.rows('select 1 from sealed_author')).toEqual([])
  })
  test('a letter that is signed carries its author', async () => {
    await addRecord(me, letter, { subject: '意见', anonymous: false })
    expect(await b.rows(`select created_by, writer_id from letter`)).toEqual([{ created_by: '1', writer_id: '7' }])
  })
  test('a file of somebody else is not made nameless', async () => {
    await b.run('update stored_file set account_id = 2, created_by = 2 where id = 501')
    await expect(write()).rejects.toMatchObject({ code: 1002 })
    expect(await b.rows('select account_id from stored_file')).toEqual([{ account_id: '2' }])
  })
})
