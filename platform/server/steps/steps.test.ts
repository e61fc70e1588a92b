/** Every machine through the database: each step from each state, the wrong persons, two at once, batches, and what follows a move. */
import { fromStored, inChinese } from '#platform/declare/sentence.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { columnOf, type Resource } from '#platform/declare/resource.ts'
import type { Step } from '#platform/declare/states.ts'
import type { Row } from '#platform/declare/wire.ts'
import { batchEdit } from '../batches/batch-edit.ts'
import { removeRecords } from '../batches/batch-remove.ts'
import { changeEach } from '../batches/change-each.ts'
import type { Context } from '../contract/context.ts'
import { importFields } from '../imports/resource-fields.ts'
import { mergePortion } from '../imports/resource-merge.ts'
import { keyOf } from '../imports/resource-rows.ts'
import { listBooks, type ListBooks } from '../../../test/setup/list-books.ts'
import { listOf } from '../lists/list.ts'
import { addRecord, oneRecord, updateRecord } from '../verbs/record.ts'
import { change } from '../records/change.ts'
import { machineOf, stateOfCode, statesOf } from '../states/machine.ts'
import { movesOf } from './moves.ts'
import { takeSteps } from './take-steps.ts'
import { asPerson, claim, employee, mayOf, personFor, post, sealedNote, personWithoutRights, ticket } from '../../../test/setup/machines.ts'

let b: ListBooks
let me: Context
beforeAll(async () => {
  b = await listBooks([employee, ticket, post, claim, sealedNote])
  await b.run("insert into employee (id, org_id, name) values (7, 1, '王芳'), (8, 1, '李雷'), (9, 1, '韩梅'), (99, 1, '路人')")
  await b.run("insert into account (id, name) values (1, '王芳'), (7, '王芳'), (8, '李雷'), (9, '韩梅')")
  const one = b.as('1')
  me = { ...one, caller: { ...one.caller, employeeId: '7' } }
})
afterAll(() => b.close())
beforeEach(() => b.run('delete from ticket; delete from post; delete from claim; delete from message'))

/** What a step asks for, filled in. */
const inputs: Readonly<Record<string, Record<string, unknown>>> = {
  solve: { solution: '换了零件' },
  handOver: { handlerId: '9', reason: '请假' },
  rate: { stars: 5 },
  reject: { reason: '重复' },
}
// above the numbers that the tables give
let last = 10_000
/** A record in this state, made by account 1. */
async function recordIn(r: Resource, state: string): Promise<string> {
  const m = machineOf(r)
  const id = String((last += 1))
  const code = statesOf(r, m).find(({ name }) => name === state)?.code
  const more = r === ticket ? { no: `T${id}`, title: '坏了', requester_id: 7, handler_id: 8 } : { title: '标题' }
  const values = { id, org_id: 1, created_by: 1, [columnOf(m.field)]: code, ...more }
  await b.run(
    `insert into ${r.table} (${Object.keys(values).join()}) values (${Object.values(values)
      .map(value => `'${String(value)}'`)
      .join()})`,
  )
  return id
}
const named = { requesterId: '7', handlerId: '8' }
const rightPerson = (r: Resource, step: Step): Context => asPerson(me, r, personFor(step.may, named, '1'))
const take = (context: Context, r: Resource, id: string, step: string, more: object = {}) =>
  takeSteps(context, r, { ids: [{ id }], pick: { step }, input: inputs[step] ?? {}, ...more })
const stateNow = async (r: Resource, id: string): Promise<string> => {
  const [row] = await b.rows<{ state: number }>(`select ${columnOf(machineOf(r).field)} as state from ${r.table} where id = ${id}`)
  return stateOfCode(r, machineOf(r), row?.state).name
}
const trailOf = (r: Resource, id: string) =>
  b.rows<Record<string, unknown>>(
    `select verb, before, after, note, account_name from audit_entry where subject = '${r.table}' and record_id = '${id}' order by id`,
  )

describe.each([ticket, post, claim].map(r => [r.table, r] as const))('machine %s', (_table, r) => {
  const m = machineOf(r)
  const cells = statesOf(r, m).flatMap(state => Object.entries(m.steps).map(([name, step]) => [state.name, name, step] as const))

  test.each(cells)('from %s: %s', async (state, name, step) => {
    const id = await recordIn(r, state)
    const person = rightPerson(r, step)
    const program = step.may.by === 'program' ? { byProgram: true } : {}
    const field = m.field
    const listed = (await listOf(person, r, {})).list.find(row => row.id === id)
    const isOpen = step.from.includes(state)
    expect(mayOf(listed).includes(name)).toBe(isOpen && step.may.by !== 'program')
    expect(mayOf(await oneRecord(person, r, id))).toEqual(mayOf(listed))
    if (isOpen) {
      const [row] = await take(person, r, id, name, program)
      expect([row?.version, await stateNow(r, id)]).toEqual([2, step.to])
      const [entry, ...others] = await trailOf(r, id)
      expect(others).toEqual([])
      const code = (one: string) => statesOf(r, m).find(s => s.name === one)?.code
      expect(entry).toMatchObject({ verb: name, before: { [field]: code(state) }, after: { [field]: code(step.to), version: 2 } })
      expect(entry?.['note']).toBe(step.note === undefined ? null : inputs[name]?.[step.note])
    } else {
      await expect(take(person, r, id, name, program)).rejects.toMatchObject({
        code: 1002,
        message: `${r.title[0]}当前为“${stateOfCode(r, m, listed?.[field]).title[0]}”，不能“${step.title[0]}”，请刷新后再试`,
      })
      expect([await stateNow(r, id), await trailOf(r, id)]).toEqual([state, []])
    }
  })

  test.each(cells.filter(([state, , step]) => step.from.includes(state)))('from %s: %s by the wrong persons', async (state, name, step) => {
    const id = await recordIn(r, state)
    const foreign = { ...b.as('2'), caller: { ...b.as('2').caller, employeeId: '7' } }
    for (const [person, refusal] of [
      [asPerson(me, r, personWithoutRights), { code: 1003, message: `没有权限“${step.title[0]}”这条${r.title[0]}` }],
      [foreign, { code: 1004 }],
    ] as const) {
      await expect(take(person, r, id, name)).rejects.toMatchObject(refusal)
      await expect(
        takeSteps(person, r, { ids: [{ id }], pick: { to: stateCode(r, step.to) }, input: inputs[name] ?? {} }),
      ).rejects.toMatchObject({ code: refusal.code })
      expect(mayOf((await listOf(person, r, {})).list.find(row => row.id === id))).not.toContain(name)
    }
    expect([await stateNow(r, id), await trailOf(r, id)]).toEqual([state, []])
  })
})
const stateCode = (r: Resource, name: string): number | undefined => statesOf(r, machineOf(r)).find(s => s.name === name)?.code

const agent = (): Context => asPerson(me, ticket, { ...personWithoutRights, employeeId: '8', operations: [100] })
const requester = (): Context => asPerson(me, ticket, { ...personWithoutRights, employeeId: '7' }, '王芳')

/** Every step that people take by dragging a card, of every machine. */
const drags = [ticket, post, claim].flatMap(r =>
  Object.entries(machineOf(r).steps).flatMap(([name, step]) =>
    step.may.by === 'program' ? [] : step.from.map(from => [r.table, from, name, r, step] as const),
  ),
)

describe('two people at once', () => {
  test.each(drags)('%s from %s by %s: one card, dragged by the call of steps and by an edit', async (_table, from, name, r, step) => {
    const id = await recordIn(r, from)
    const { field } = machineOf(r)
    const to = stateCode(r, step.to)
    const byStep = (context: Context) => takeSteps(context, r, { ids: [{ id, version: 1 }], pick: { to }, input: inputs[name] ?? {} })
    const byEdit = (context: Context) => updateRecord(context, r, { id, version: 1, [field]: to, ...inputs[name] })
    const who = rightPerson(r, step)
    const done = await Promise.allSettled([byStep(who), byEdit(who)])
    expect(done.map(one => one.status).toSorted()).toEqual(['fulfilled', 'rejected'])
    const told = {
      code: 1009,
      message: `李雷在 2026-03-20 12:00 将${r.title[0]}改为“${stateOfCode(r, machineOf(r), to).title[0]}”，请核对后再操作`,
    }
    expect(done.flatMap(one => (one.status === 'rejected' ? [one.reason as unknown] : []))).toMatchObject([told])
    // whoever comes later is told the same, by either call
    for (const late of [byStep, byEdit]) await expect(late(who)).rejects.toMatchObject(told)
    expect(await b.rows(`select version from ${r.table} where id = ${id}`)).toEqual([{ version: 2 }])
    expect((await trailOf(r, id)).map(entry => entry['verb'])).toEqual([name])
  })
  test('the row lock decides, the later one is told the state, who set it and when', async () => {
    const id = await recordIn(ticket, 'fresh')
    const [first, second] = [agent(), asPerson(me, ticket, { ...personWithoutRights, employeeId: '9', operations: [100] }, '韩梅')]
    const done = await Promise.allSettled([take(first, ticket, id, 'accept'), take(second, ticket, id, 'accept')])
    const [won] = done.flatMap((one, i) => (one.status === 'fulfilled' ? [i] : []))
    expect(done.map(one => one.status).toSorted()).toEqual(['fulfilled', 'rejected'])
    const lost = done.find(one => one.status === 'rejected')
    const name = won === 0 ? '李雷' : '韩梅'
    expect(lost?.reason).toMatchObject({ code: 1002, message: `工单当前为“已受理”（${name}，2026-03-20 12:00），不能“受理”，请刷新后再试` })
    expect(await b.rows(`select handler_id, version from ticket where id = ${id}`)).toEqual([
      { handler_id: won === 0 ? '8' : '9', version: 2 },
    ])
  })
  test('a version that is no longer so is 1009, naming who moved it', async () => {
    const id = await recordIn(ticket, 'fresh')
    await take(agent(), ticket, id, 'accept')
    await expect(takeSteps(agent(), ticket, { ids: [{ id, version: 1 }], pick: { step: 'accept' }, input: {} })).rejects.toMatchObject({
      code: 1009,
      message: '李雷在 2026-03-20 12:00 将工单改为“已受理”，请核对后再操作',
    })
    await updateRecord(requester(), ticket, { id, version: 2, remark: '急' })
    await expect(take(agent(), ticket, id, 'solve', { ids: [{ id, version: 2 }] })).rejects.toMatchObject({ code: 1009 })
    const [row] = await take(agent(), ticket, id, 'solve', { ids: [{ id, version: 3 }] })
    expect(row?.['state']).toBe(3)
  })
})

describe('one step by several calls', () => {
  test('an edit with the new state is the step, with fields open in the state left', async () => {
    const id = await recordIn(ticket, 'accepted')
    await expect(updateRecord(agent(), ticket, { id, version: 1, state: 3, solution: '好了', title: '改' })).rejects.toMatchObject({
      code: 1002,
      message: '“已受理”的工单不能修改“标题”',
    })
    await expect(updateRecord(agent(), ticket, { id, version: 1, state: 3 })).rejects.toMatchObject({ message: '解决方案不能为空' })
    expect(await updateRecord(agent(), ticket, { id, version: 1, state: 3, solution: '好了', remark: '已换' })).toEqual({ id, version: 2 })
    expect(await b.rows(`select state, solution, remark, solved_at is not null as solved from ticket where id = ${id}`)).toEqual([
      { state: 3, solution: '好了', remark: '已换', solved: true },
    ])
    expect((await trailOf(ticket, id)).map(entry => entry['verb'])).toEqual(['solve'])
  })
  test('the present state in an edit is no step; one that nothing leads to is refused', async () => {
    const id = await recordIn(ticket, 'accepted')
    expect(await updateRecord(agent(), ticket, { id, version: 1, state: 2, remark: '急' })).toEqual({ id, version: 2 })
    await expect(updateRecord(agent(), ticket, { id, version: 2, state: 4 })).rejects.toMatchObject({
      code: 1002,
      message: '工单当前为“已受理”，不能改为“已评价”，请刷新后再试',
    })
    await expect(updateRecord(agent(), ticket, { id, version: 2, state: 77 })).rejects.toMatchObject({ code: 1002 })
    await expect(updateRecord(agent(), ticket, { id, state: 3, solution: 'x' })).rejects.toMatchObject({
      message: '请刷新后再保存（缺少版本号）',
    })
  })
  test('a batch that sets the state steps each row for itself and names the others', async () => {
    const ids = [await recordIn(ticket, 'fresh'), await recordIn(ticket, 'accepted'), await recordIn(ticket, 'fresh')]
    const ask = { ids: [...ids.map(id => ({ id })), { id: '999999' }], changes: { state: 2 } }
    expect(await batchEdit(agent(), ticket, { ...ask, preview: true })).toMatchObject({ total: 4, changed: 2 })
    expect(await stateNow(ticket, ids[0] ?? '')).toBe('fresh')
    expect(await batchEdit(agent(), ticket, ask)).toMatchObject({
      total: 4,
      changed: 2,
      refused: [
        { id: ids[1], reason: '工单当前为“已受理”，不能改为“已受理”，请刷新后再试' },
        { id: '999999', reason: '工单不存在或已删除' },
      ],
    })
    expect((await trailOf(ticket, ids[2] ?? '')).map(entry => [entry['verb'], entry['account_name']])).toEqual([['accept', '李雷']])
  })
  test('several by a step call: all or none', async () => {
    const ids = [await recordIn(ticket, 'fresh'), await recordIn(ticket, 'solved')]
    const ask = { ids: ids.map(id => ({ id })), pick: { step: 'reject' }, input: { reason: '重复' } }
    await expect(takeSteps(agent(), ticket, ask)).rejects.toMatchObject({ code: 1002 })
    expect(await stateNow(ticket, ids[0] ?? '')).toBe('fresh')
    const more = [...ids.slice(0, 1), await recordIn(ticket, 'accepted')]
    expect((await takeSteps(agent(), ticket, { ...ask, ids: more.map(id => ({ id })) })).map(row => row['state'])).toEqual([5, 5])
    expect((await trailOf(ticket, more[1] ?? '')).map(entry => entry['note'])).toEqual(['重复'])
  })
  test('a function works out its value row by row', async () => {
    const ids = [await recordIn(ticket, 'accepted'), await recordIn(ticket, 'accepted')]
    await b.run(`update ticket set solved_at = '2026-01-01T00:00:00Z' where id = ${ids[0]}`)
    await takeSteps(agent(), ticket, { ids: ids.map(id => ({ id })), pick: { step: 'solve' }, input: { solution: '好' } })
    const rows = await b.rows<{ at: string }>(`select to_char(solved_at at time zone 'UTC', 'YYYY-MM-DD') as at from ticket order by id`)
    expect(rows.map(row => row.at)).toEqual(['2026-01-01', '2026-03-20'])
  })
})

describe('guards and input', () => {
  test('a guard in SQL and one by function keep the step back and say why', async () => {
    const [poor, late] = [await recordIn(ticket, 'fresh'), await recordIn(ticket, 'solved')]
    await b.run(`update ticket set amount = 0 where id = ${poor}; update ticket set plan_date = '2026-01-01' where id = ${late}`)
    await expect(take(agent(), ticket, poor, 'reject')).rejects.toMatchObject({ code: 1002, message: '金额为零的工单不能驳回' })
    await expect(take(requester(), ticket, late, 'reopen')).rejects.toMatchObject({ message: '计划日期已过，不能重新打开' })
    expect(mayOf((await listOf(agent(), ticket, {})).list.find(row => row.id === poor))).toEqual(['accept'])
    expect(mayOf((await listOf(requester(), ticket, {})).list.find(row => row.id === late))).toEqual(['rate'])
  })
  test('what is missing, unknown or nobody’s to name is refused and nothing moves', async () => {
    const id = await recordIn(ticket, 'accepted')
    for (const [input, message] of [
      [{ handlerId: '9' }, '原因不能为空'],
      [{ handlerId: '12345', reason: '请假' }, '处理人不存在或无权使用，请重新选择'],
      [{ handlerId: '9', reason: 'x'.repeat(51) }, '原因最多 50 个字'],
      [{ handlerId: '9', reason: '请假', title: '改' }, '不能填写的字段 title'],
    ] as const)
      await expect(take(agent(), ticket, id, 'handOver', { input })).rejects.toMatchObject({ code: 1002, message })
    expect(await stateNow(ticket, id)).toBe('accepted')
    await take(agent(), ticket, id, 'handOver')
    expect(await b.rows(`select handler_id from ticket where id = ${id}`)).toEqual([{ handler_id: '9' }])
  })
})

describe('fields and deletion by state', () => {
  const row = async (id: string): Promise<Row> => oneRecord(me, ticket, id)
  test('a closed field is refused by form, cell, batch and import with the name of the state; the same value is let be', async () => {
    const id = await recordIn(ticket, 'accepted')
    const refusal = { code: 1002, message: '“已受理”的工单不能修改“标题”' }
    await expect(updateRecord(me, ticket, { id, version: 1, title: '改' })).rejects.toMatchObject(refusal)
    await expect(change(me, ticket, id, { title: '改' })).rejects.toMatchObject(refusal)
    expect(await batchEdit(me, ticket, { ids: [{ id }], changes: { title: '改' } })).toMatchObject({
      refused: [{ id, reason: refusal.message }],
    })
    const columns = importFields(ticket)
    const merge = (values: Record<string, unknown>) =>
      me.write(tx =>
        mergePortion(
          { context: me, tx, resource: ticket, columns, hooks: {}, batchId: null },
          [{ line: 2, key: keyOf(ticket, values), values }],
          false,
        ),
      )
    const [left] = (await merge({ no: `T${id}`, title: '改' })).refusals
    expect([left?.line, left?.column, inChinese(left?.reason ?? '')]).toEqual([2, '标题', refusal.message])
    expect(await merge({ no: `T${id}`, title: '坏了', remark: '导入' })).toMatchObject({ updated: 1, refusals: [] })
    await updateRecord(me, ticket, { id, version: 2, title: '坏了', remark: '急' })
    expect(await row(id)).toMatchObject({ title: '坏了', remark: '急', version: 3 })
    const solved = await recordIn(ticket, 'solved')
    await expect(updateRecord(me, ticket, { id: solved, version: 1, remark: '急' })).rejects.toMatchObject({
      message: '“待确认”的工单不能修改',
    })
  })
  test('a record goes in the states that say so; else the ways that are left are named', async () => {
    const [fresh, live] = [await recordIn(post, 'draft'), await recordIn(post, 'live')]
    await expect(removeRecords(me, post, [live])).rejects.toMatchObject({
      code: 1002,
      message: '“已发布”的公告不能删除，可以改为：存档、撤回',
    })
    expect(await removeRecords(me, post, [fresh])).toMatchObject({ deleted: 1 })
    await expect(removeRecords(me, ticket, [await recordIn(ticket, 'rejected')])).rejects.toMatchObject({
      message: '“已驳回”的工单不能删除',
    })
  })
  test('nothing but a step sets a state', async () => {
    const id = await recordIn(ticket, 'fresh')
    await expect(change(me, ticket, id, { state: 2 })).rejects.toThrow('state is set by steps alone')
    await expect(changeEach(me, ticket, [id], { state: 2 }, { verb: 'x' })).rejects.toThrow('state is set by steps alone')
    await expect(addRecord(me, ticket, { no: 'N', title: 'x', state: 2 })).rejects.toMatchObject({ message: '不能填写的字段 state' })
  })
})

describe('what follows a move', () => {
  test('the log: from, to, who, when and why, set by set', async () => {
    const ids = [(await addRecord(me, ticket, { no: 'A', title: '坏了' })).id, await recordIn(ticket, 'accepted')]
    await take(agent(), ticket, ids[0] ?? '', 'accept')
    await updateRecord(me, ticket, { id: ids[0], version: 2, remark: '急' })
    await take(agent(), ticket, ids[0] ?? '', 'handOver')
    const moves = await movesOf(me, ticket, machineOf(ticket), ids)
    expect(moves.get(ids[0] ?? '')?.map(({ step, from, to, by, note, version }) => [step, from, to, by, note, version])).toEqual([
      ['add', null, 1, '王芳', null, 1],
      ['accept', 1, 2, '李雷', null, 2],
      ['handOver', 2, 1, '李雷', '请假', 4],
    ])
    expect(moves.has(ids[1] ?? '')).toBe(false)
    const lastOnes = await movesOf(me, ticket, machineOf(ticket), ids, { last: true })
    expect(lastOnes.get(ids[0] ?? '')?.map(one => one.step)).toEqual(['handOver'])
    expect((await movesOf(b.as('2'), ticket, machineOf(ticket), ids)).size).toBe(0)
  })
  test('those concerned are told, once for several, and whoever did it is not', async () => {
    const ids = [await recordIn(ticket, 'fresh'), await recordIn(ticket, 'fresh'), await recordIn(ticket, 'accepted')]
    await takeSteps(agent(), ticket, { ids: ids.slice(0, 2).map(id => ({ id })), pick: { step: 'accept' }, input: {} })
    await take(asPerson(me, ticket, { ...personWithoutRights, accountId: '8', employeeId: '8' }), ticket, ids[2] ?? '', 'handOver')
    const sent = await b.rows<{ title: string }>('select account_id, title, detail, target from message order by account_id')
    const told = sent
      .map(one => ({ ...one, title: inChinese(fromStored(one.title)) }))
      .toSorted((x, y) => (x.title < y.title ? -1 : x.title > y.title ? 1 : 0))
    expect(told).toEqual([
      { account_id: '7', title: '李雷：受理（工单，2 条）', detail: null, target: { list: ticket.type } },
      { account_id: '7', title: `李雷：转交（工单“T${ids[2]}”）`, detail: '请假', target: { list: ticket.type, id: ids[2] } },
      { account_id: '9', title: `李雷：转交（工单“T${ids[2]}”）`, detail: '请假', target: { list: ticket.type, id: ids[2] } },
    ])
  })
  test('a sealed author may step his own and is named nowhere; nobody else may', async () => {
    const author = asPerson(me, sealedNote, { accountId: '7', employeeId: '7', operations: [] }, '王芳')
    const other = asPerson(me, sealedNote, { accountId: '8', employeeId: '8', operations: [] })
    const { id } = await addRecord(author, sealedNote, { title: '意见' })
    expect(mayOf((await listOf(author, sealedNote, {})).list[0])).toEqual(['withdraw'])
    expect(mayOf((await listOf(other, sealedNote, {})).list[0])).toEqual([])
    await expect(take(other, sealedNote, id, 'withdraw')).rejects.toMatchObject({ code: 1003 })
    await take(author, sealedNote, id, 'withdraw')
    expect(await b.rows('select state, withdrawn_by_id, updated_by from sealed_note')).toEqual([
      { state: 2, withdrawn_by_id: null, updated_by: '0' },
    ])
    // the trail hears of both later: sealed.test.ts
    expect(await trailOf(sealedNote, id)).toEqual([])
    expect((await b.rows('select task from sealed_later')).length).toBe(2)
  })
  test('in approval nobody edits, deletes or moves it; the program does', async () => {
    const id = await recordIn(claim, 'draft')
    await take(asPerson(me, claim, { ...personWithoutRights, accountId: '1' }), claim, id, 'submit')
    const [row] = (await listOf(me, claim, {})).list
    expect(mayOf(row)).toEqual([])
    await expect(take(me, claim, id, 'approve')).rejects.toMatchObject({ code: 1003 })
    await expect(updateRecord(me, claim, { id, version: 2, title: '改' })).rejects.toMatchObject({ message: '“审批中”的费用不能修改' })
    await expect(removeRecords(me, claim, [id])).rejects.toMatchObject({ code: 1002 })
    await take(me, claim, id, 'sendBack', { byProgram: true })
    expect(await stateNow(claim, id)).toBe('draft')
  })
})

test('a field that a step may ask for and that is left out keeps what the record has; given, it changes', async () => {
  const person = rightPerson(ticket, ticket.states?.steps['accept'] as Step)
  for (const [input, planDate] of [
    [{}, '2026-05-01'],
    [{ planDate: undefined }, '2026-05-01'],
    [{ planDate: '2026-06-01' }, '2026-06-01'],
  ] as const) {
    const id = await recordIn(ticket, 'fresh')
    await b.run(`update ticket set plan_date = '2026-05-01' where id = ${id}`)
    const [row] = await take(person, ticket, id, 'accept', { input })
    expect(row?.['planDate']).toBe(planDate)
  }
})
