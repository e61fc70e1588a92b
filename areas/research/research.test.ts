/** Research by the calls: no gate passes what it lacks or what a check forbids; samples are never below zero; who sees what. */
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { seededRandom } from '#areas/admin/index.ts'
import { raiseScopeVersion } from '#platform/server/session/scope-version.ts'
import { refreshRollups } from '#platform/server/reports/store/refresh.ts'
import { demoHouse, signedInAs, type DemoHouse, type Person } from '../../test/setup/demo-house.ts'
import { around } from '../../test/setup/research-areas.ts'

let h: DemoHouse
let [admin, engineer, stranger] = [] as unknown as [Person, Person, Person]
let [engineerId, strangerId, categoryId] = ['', '', '']
let countries: string[] = []
const today = '2026-11-23'
type Values = Readonly<Record<string, unknown>>

const done = async (who: Person, path: string, values: Values) => {
  const { code, msg, data } = await who.post(path, values)
  expect(code, `${path} ${msg}`).toBe(0)
  return data
}
const made = async (path: string, values: Values, who: Person = admin): Promise<string> => (await done(who, path, values)).id as string
const refused = async (path: string, values: Values, who: Person = admin): Promise<string> => {
  const { code, msg } = await who.post(path, values)
  expect(code, path).not.toBe(0)
  return String(msg)
}
const stepOn = (path: string, id: string, more: Values = {}, who: Person = admin) => done(who, path, { ids: [{ id }], ...more })

beforeAll(async () => {
  h = await demoHouse(around)
  h.clock.now = new Date(`${today}T09:00:00+08:00`)
  admin = await signedInAs(h, 'admin')
  const role = await h.db.selectFrom('role').select(['id', 'org_id']).where('name', '=', '信息技术').executeTakeFirstOrThrow()
  await h.db
    .insertInto('role_permission')
    .values(
      ['rdProject', 'sample', 'infringementCheck', 'rdTime'].flatMap(permission =>
        [1, 2, 3, 4, 5, 6, 7].map(operation => ({ org_id: role.org_id, role_id: role.id, permission, operation })),
      ),
    )
    .onConflict(c => c.doNothing())
    .execute()
  await h.db.deleteFrom('role_permission').where('role_id', '=', role.id).where('operation', '=', 101).execute()
  ;[engineer, stranger] = [await signedInAs(h, 'it'), await signedInAs(h, 'sales')]
  engineerId = (await engineer.get('/system/userprofile')).data.employeeId
  strangerId = (await stranger.get('/system/userprofile')).data.employeeId
  categoryId = (await admin.post('/productCategory/list', {})).data.list[0].id
  countries = (await admin.post('/countryManage/list', { pageSize: 3 })).data.list.map((one: { id: string }) => one.id)
  for (const [gate, name, proof] of [
    [1, '市场分析', 1],
    [1, '侵权初查', 4],
    [2, '外观方案', 1],
    [3, '首样', 2],
  ])
    await made('/gateTemplate/insert', { gate, name, proof })
}, 180_000)
afterAll(() => h.close())

const projectOf = async (id: string): Promise<Values & { version: number }> => (await admin.get(`/rdProject/query/${id}`)).data
const linesOf = async (projectId: string, gate: number): Promise<{ id: string; name: string; version: number }[]> =>
  (await done(admin, '/rdDeliverable/list', { projectId: [projectId], gate: [gate] })).list
const newProject = (more: Values = {}): Promise<string> =>
  made('/rdProject/insert', {
    name: '保温杯',
    managerId: engineerId,
    categoryId,
    businessOn: today,
    marketCodes: countries.slice(0, 2),
    ...more,
  })
const check = async (projectId: string, verdict: number, kinds = [1, 2]): Promise<string> => {
  const id = await made(
    '/infringementCheck/insert',
    { businessOn: today, projectId, verdict, kinds, countries, databases: 'EUIPO' },
    engineer,
  )
  await stepOn('/infringementCheck/submit', id, {}, engineer)
  await stepOn('/infringementCheck/audit', id)
  return id
}

describe('gates', () => {
  test('a gate lists its template, and is passed when all that is required is proven', async () => {
    const id = await newProject()
    expect(await projectOf(id)).toMatchObject({ gate: 1, openRequired: 2 })
    expect(await refused('/rdProject/pass', { ids: [{ id }], gate: 1, minutes: '过' })).toContain(
      '还有 2 项必交没有完成：市场分析、侵权初查',
    )
    const [analysis, search] = await linesOf(id, 1)
    if (analysis === undefined || search === undefined) throw new Error('no lines')
    expect(await refused('/rdDeliverable/finish', { ids: [{ id: analysis.id }] })).toContain('请先上传文件')
    expect(await refused('/rdDeliverable/finish', { ids: [{ id: search.id }] })).toContain('侵权排查')
    await stepOn('/rdDeliverable/spare', analysis.id, { note: '已有同类分析' })
    await done(admin, '/rdDeliverable/update', { id: search.id, version: search.version, checkId: await check(id, 1) })
    await stepOn('/rdDeliverable/finish', search.id)
    await stepOn('/rdProject/pass', id, { gate: 1, minutes: '可以做' })
    expect(await projectOf(id)).toMatchObject({ gate: 2, openRequired: 1, gateOn: today })
    expect(await refused('/rdDeliverable/reopen', { ids: [{ id: search.id }] })).toContain('关口已经通过')
    const stays = (await done(admin, '/rdGateStay/list', { projectId: [id] })).list
    expect(stays.map((one: Values) => [one['gate'], one['ended'], one['firstTry']]).toSorted()).toEqual([
      [1, 1, 1],
      [2, null, 0],
    ])
  })

  test('a forbidding check closes the gate until a newer one of its kind; going back keeps what was done', async () => {
    const productId = await made('/productManage/insert', { sku: 'CHK', name: '保温杯' })
    const id = await newProject({ productId })
    for (const line of await linesOf(id, 1)) await stepOn('/rdDeliverable/spare', line.id, { note: '略' })
    await check(id, 4)
    await check(id, 1, [3])
    // of another market, on the product alone
    const elsewhere = { businessOn: today, productId, verdict: 1, kinds: [1, 2], countries: countries.slice(2), databases: '-' }
    const other = await made('/infringementCheck/insert', elsewhere, engineer)
    await stepOn('/infringementCheck/submit', other, {}, engineer)
    await stepOn('/infringementCheck/audit', other)
    expect(await refused('/rdProject/pass', { ids: [{ id }], gate: 1, minutes: '过' })).toContain('结论是禁止')
    await check(id, 2)
    await stepOn('/rdProject/pass', id, { gate: 1, minutes: '绕开了外观' })
    await stepOn('/rdProject/back', id, { gate: 2, reason: '要重做分析' })
    expect(await projectOf(id)).toMatchObject({ gate: 1, openRequired: 0 })
    await stepOn('/rdProject/stop', id, { reason: '不做了' })
    const [line] = await linesOf(id, 1)
    expect(await refused('/rdDeliverable/reopen', { ids: [{ id: line?.id }] })).toContain('已量产或终止')
  })

  test('a gate without deliverables is refused; two who pass it at once pass it once', async () => {
    const id = await newProject()
    for (const line of await linesOf(id, 1)) await stepOn('/rdDeliverable/spare', line.id, { note: '略' })
    const both = await Promise.all(
      [1, 2].map(() => admin.post('/rdProject/pass', { ids: [{ id }], gate: 1, minutes: `过 ${Math.random()}` })),
    )
    expect(both.filter(one => one.code === 0)).toHaveLength(1)
    for (const gate of [2, 3]) {
      for (const line of await linesOf(id, gate)) await stepOn('/rdDeliverable/spare', line.id, { note: '略' })
      await stepOn('/rdProject/pass', id, { gate, minutes: '过' })
    }
    expect(await refused('/rdProject/pass', { ids: [{ id }], gate: 4, minutes: '过' })).toContain('没有交付项')
  })

  test('a check names the market it leaves out, and is not audited by who searched', async () => {
    const projectId = await newProject()
    const [first] = countries
    const id = await made(
      '/infringementCheck/insert',
      { businessOn: today, projectId, verdict: 1, kinds: [1], countries: [first], databases: '-' },
      engineer,
    )
    expect(await refused('/infringementCheck/submit', { ids: [{ id }] }, engineer)).toContain('缺少项目的目标市场')
    const own = await made(
      '/infringementCheck/insert',
      { businessOn: today, projectId, verdict: 1, kinds: [1], countries, databases: '-' },
      engineer,
    )
    await stepOn('/infringementCheck/submit', own, {}, engineer)
    await refused('/infringementCheck/audit', { ids: [{ id: own }] }, engineer)
    const bare = await made('/infringementCheck/insert', { businessOn: today, verdict: 1, kinds: [1], countries, databases: '-' }, engineer)
    expect(await refused('/infringementCheck/submit', { ids: [{ id: bare }] }, engineer)).toContain('请选择研发项目或商品')
  })
})

const steps = Number(process.env['GATE_STEPS'] ?? 60)
test('model of gates: in any order of steps a gate is passed when what is required is proven, under no forbidding check', async () => {
  const random = seededRandom(45)
  const model = { gate: 1, forbidden: false, lines: new Map<string, { gate: number; required: boolean; done: boolean }>() }
  const id = await newProject()
  const list = async () => {
    for (const gate of [1, 2, 3])
      for (const line of await linesOf(id, gate))
        if (!model.lines.has(line.id)) model.lines.set(line.id, { gate, required: true, done: false })
  }
  await list()
  const told = { passed: 0, refused: 0 }
  for (let n = 0; n < steps; n++) {
    const mine = [...model.lines].filter(([, line]) => line.gate === model.gate)
    const [lineId, line] = random.of(mine)
    const what = random.of(['pass', 'pass', 'spare', 'spare', 'spare', 'spare', 'spare', 'reopen', 'back', 'check'] as const)
    if (what === 'spare') {
      const { code } = await admin.post('/rdDeliverable/spare', { ids: [{ id: lineId }], note: `第 ${n} 步` })
      expect(code === 0, `${n} spare`).toBe(!line.done)
      line.done = true
    } else if (what === 'reopen') {
      const { code } = await admin.post('/rdDeliverable/reopen', { ids: [{ id: lineId }] })
      expect(code === 0, `${n} reopen`).toBe(line.done)
      line.done = false
    } else if (what === 'check') {
      model.forbidden = random.below(3) === 0
      await check(id, model.forbidden ? 4 : 1)
    } else if (what === 'back') {
      if (model.gate === 1) continue
      await stepOn('/rdProject/back', id, { gate: model.gate, reason: `第 ${n} 步` })
      model.gate--
    } else {
      if (model.gate === 3) continue
      const isReady = mine.every(([, one]) => one.done || !one.required) && !model.forbidden
      const { code, msg } = await admin.post('/rdProject/pass', { ids: [{ id }], gate: model.gate, minutes: `第 ${n} 步` })
      expect(code === 0, `${n} pass: ${msg}`).toBe(isReady)
      told[isReady ? 'passed' : 'refused']++
      if (isReady) model.gate++
      await list()
    }
    expect((await projectOf(id))['gate']).toBe(model.gate)
  }
  expect(told.passed).toBeGreaterThan(0)
  expect(told.refused).toBeGreaterThan(0)
})

test('a deliverable is proven by a certificate in force or a signed contract; what proves a line is not deleted', async () => {
  const id = await newProject()
  const line = async (name: string, proof: number, more: Values = {}) =>
    made('/rdDeliverable/insert', { projectId: id, gate: 1, name, proof, required: true, ownerId: engineerId, ...more })
  const certified = await line('CE 证书', 5)
  expect(await refused('/rdDeliverable/finish', { ids: [{ id: certified }] })).toContain('要有有效的证照')
  expect(await refused('/rdDeliverable/finish', { ids: [{ id: await line('开模合同', 6) }] })).toContain('要有已签署的合同')
  await admin.post('/certificateKind/loadUsual', {})
  const kindId = (await admin.post('/certificateKind/list', {})).data.list[0].id as string
  const certificate = { businessOn: today, name: 'CE', number: 'CE-1', kindId, validFrom: '2026-01-01', ownerId: engineerId }
  const certificateId = await made('/certificate/insert', { ...certificate, validTo: '2027-01-01' })
  const { version } = (await admin.get(`/rdDeliverable/query/${certified}`)).data
  await done(admin, '/rdDeliverable/update', { id: certified, version, certificateId })
  expect(await refused('/rdDeliverable/finish', { ids: [{ id: certified }] })).toContain('要有有效的证照')
  expect((await admin.get(`/certificate/query/${certificateId}`)).data.state).toBe(0)
  await stepOn('/certificate/issue', certificateId)
  await stepOn('/rdDeliverable/finish', certified)
  expect((await admin.post('/certificate/delete', { ids: [certificateId] })).code).not.toBe(0)
  await stepOn('/rdDeliverable/reopen', certified)
  await stepOn('/certificate/drop', certificateId)
  expect(await refused('/rdDeliverable/finish', { ids: [{ id: certified }] })).toContain('要有有效的证照')
  await admin.post('/contractKind/loadUsual', {})
  const contractKindId = (await admin.post('/contractKind/list', {})).data.list[0].id as string
  const companyId = (await admin.post('/companyManage/list', {})).data.list[0].id as string
  const contract = { businessOn: today, title: '开模合同', kindId: contractKindId, companyId, ownerId: engineerId, partyName: '模具厂' }
  const contractId = await made('/contract/insert', { ...contract, validFrom: '2026-01-01', validTo: '2027-01-01', lines: { added: [] } })
  const signed = await line('开模合同二', 6, { contractId })
  expect(await refused('/rdDeliverable/finish', { ids: [{ id: signed }] })).toContain('要有已签署的合同')
  await sql`update contract set state = 3 where id = ${contractId}`.execute(h.db)
  await stepOn('/rdDeliverable/finish', signed)
  await stepOn('/rdDeliverable/reopen', signed)
  await sql`update contract set state = 7 where id = ${contractId}`.execute(h.db)
  expect(await refused('/rdDeliverable/finish', { ids: [{ id: signed }] })).toContain('要有已签署的合同')
  const sampleId = await made('/sample/insert', { name: '首样', kind: 2, quantity: 1, keeperId: engineerId, projectId: id })
  await line('首样', 3 - 1, { sampleId })
  expect((await admin.post('/sample/delete', { ids: [sampleId] })).code).not.toBe(0)
})

test('a forbidding check stands in 在售合规 of the countries it names until a newer one', async () => {
  const productId = await made('/productManage/insert', { sku: 'BAN', name: '禁售品' })
  const { rows } = await sql<{ id: string; countryId: string }>`select s.id::text as id, n.id::text as "countryId"
    from shop s join country n on n.code = s.country_code where s.org_id = ${h.demo.organisationIds[0]} order by s.id limit 1`.execute(h.db)
  const [shop] = rows
  if (shop === undefined) throw new Error('no shop')
  await made('/skuMap/insert', { shopId: shop.id, sellerSku: 'BAN-1', productId })
  const project = await newProject({ productId, marketCodes: [shop.countryId] })
  const audited = async (verdict: number): Promise<void> => {
    const values = { businessOn: today, projectId: project, verdict, kinds: [1], countries: [shop.countryId], databases: '-' }
    const id = await made('/infringementCheck/insert', values, engineer)
    await stepOn('/infringementCheck/submit', id, {}, engineer)
    await stepOn('/infringementCheck/audit', id)
  }
  const banned = async () => (await done(admin, '/listingCompliance/list', { sellerSku: 'BAN-1' })).list as Values[]
  await audited(4)
  expect(await banned()).toMatchObject([{ state: 5, sellerSku: 'BAN-1' }])
  await audited(1)
  expect(await banned()).toEqual([])
})

describe('samples', () => {
  const arrived = async (quantity: number): Promise<string> => {
    const id = await made('/sample/insert', { name: '首样', kind: 2, quantity, keeperId: engineerId })
    await stepOn('/sample/submit', id)
    await stepOn('/sample/arrive', id)
    return id
  }
  const sampleOf = async (id: string): Promise<Values> => (await admin.get(`/sample/query/${id}`)).data

  test('16 borrowers of 5 pieces: 5 have one', async () => {
    const id = await arrived(5)
    const asked = await Promise.all(
      Array.from({ length: 16 }, (_, n) =>
        admin.post('/sample/lend', { id, borrowerId: strangerId, quantity: 1, dueOn: '2026-12-01', note: `第 ${n} 次` }),
      ),
    )
    expect(asked.filter(one => one.code === 0)).toHaveLength(5)
    expect(await sampleOf(id)).toMatchObject({ onHand: 0, lent: 5 })
    expect(await refused('/sample/scrap', { ids: [{ id }], reason: '旧' })).toContain('借出')
    expect(await refused('/sample/giveBack', { id, borrowerId: strangerId, quantity: 6 })).toContain('没有借这么多')
    await done(admin, '/sample/giveBack', { id, borrowerId: strangerId, quantity: 5 })
    expect(await sampleOf(id)).toMatchObject({ onHand: 5, lent: 0 })
    await done(admin, '/sample/send', { id, toName: 'SGS', quantity: 2 })
    await stepOn('/sample/scrap', id, { reason: '旧' })
    expect(await sampleOf(id)).toMatchObject({ onHand: 0, lent: 0, state: 5 })
  })

  test('a sample is lent once it is there, and a test is judged by another', async () => {
    const id = await made('/sample/insert', { name: '手板', kind: 1, quantity: 1, keeperId: engineerId, projectId: await newProject() })
    expect(await refused('/sample/lend', { id, borrowerId: strangerId, quantity: 1, dueOn: '2026-12-01' })).toContain('还没有到样')
    await stepOn('/sample/submit', id)
    await stepOn('/sample/arrive', id)
    const kind = (await h.db.selectFrom('dictionary_item').select('id').where('dictionary_code', '=', 125).executeTakeFirstOrThrow()).id
    const testId = await made('/rdTest/insert', { businessOn: today, sampleId: id, kind }, engineer)
    await refused('/rdTest/verdict', { ids: [{ id: testId }], verdict: 2, finding: '合格' }, engineer)
    // who left borrows nothing
    await h.db.updateTable('employee').set({ status: 2 }).where('id', '=', strangerId).execute()
    expect(await refused('/sample/lend', { id, borrowerId: strangerId, quantity: 1, dueOn: '2026-12-01' })).not.toContain('还没有到样')
    await h.db.updateTable('employee').set({ status: 1 }).where('id', '=', strangerId).execute()
    await stepOn('/rdTest/verdict', testId, { verdict: 2, finding: '报告合格' })
  })
})

test('a stranger sees nothing of a project; target costs are for few; a borrower sees his loan', async () => {
  const id = await newProject({ targetCost: '12.50' })
  expect((await stranger.post('/rdProject/list', {})).code).not.toBe(0)
  expect(JSON.stringify((await engineer.post('/rdProject/list', {})).data)).not.toContain('12.50')
  expect(JSON.stringify((await admin.post('/rdProject/list', {})).data)).toContain('12.50')
  expect((await engineer.get(`/rdProject/query/${id}`)).data.targetCost).toBeUndefined()
})

test('a month has no more days worked than days', async () => {
  const [one, other] = [await newProject(), await newProject()]
  const hours = (projectId: string, days: string): Values => ({ month: '2026-11', employeeId: engineerId, projectId, days })
  await made('/rdTime/insert', hours(one, '20.5'))
  expect(await refused('/rdTime/insert', hours(other, '9.75'))).toContain('2026-11 一共填了 30.25 天，最多 30 天')
  await made('/rdTime/insert', hours(other, '9.5'))
})

test('the report counts samples and what they cost, days worked and gates by project; costs are for who sees them', async () => {
  const id = await newProject({ name: '报表项目' })
  const sampleId = await made('/sample/insert', { name: '手板', kind: 1, quantity: 1, keeperId: engineerId, projectId: id, cost: '120.5' })
  const off = await made('/sample/insert', { name: '取消', kind: 1, quantity: 1, keeperId: engineerId, projectId: id, cost: '9' })
  await stepOn('/sample/cancel', off)
  await made('/rdTime/insert', { month: '2026-10', employeeId: engineerId, projectId: id, days: '7.5' })
  for (const line of await linesOf(id, 1)) await stepOn('/rdDeliverable/spare', line.id, { note: '略' })
  await stepOn('/rdProject/pass', id, { gate: 1, minutes: '过' })
  const { version } = (await admin.get(`/sample/query/${sampleId}`)).data
  await done(admin, '/sample/update', { id: sampleId, version, cost: '130.5' })
  await refreshRollups(h.house, h.demo.organisationIds[0] ?? '')
  const query = { startDate: '2026-10-01', endDate: '2026-11-30', by: ['project'] }
  const told = await done(admin, '/researchReport/report', query)
  const row = told.list.find((one: Values) => JSON.stringify(one).includes('报表项目'))
  expect(row?.values).toMatchObject({ samples: '1', spent: '130.5', worked: '7.5', passes: '1', firstTry: '1' })
  const seen = await done(engineer, '/researchReport/report', query)
  expect(JSON.stringify(seen)).not.toContain('130.5')
  // another manager has all of it, also after an old sample was changed
  const project = await projectOf(id)
  await done(admin, '/rdProject/update', { id, version: project.version, managerId: strangerId })
  const ofManagers = async () => {
    await refreshRollups(h.house, h.demo.organisationIds[0] ?? '')
    const { rows } = await sql<{ who: string; samples: string; worked: string }>`select manager_id::text as who,
        sum(samples)::text as samples, trim_scale(sum(worked))::text as worked from rd_done__manager_day_project_gate_reason
      where project_id = ${id} group by 1 having sum(samples) + sum(worked) <> 0`.execute(h.db)
    return rows
  }
  expect(await ofManagers()).toEqual([{ who: strangerId, samples: '1', worked: '7.5' }])
  const now = await admin.get(`/sample/query/${sampleId}`)
  await done(admin, '/sample/update', { id: sampleId, version: now.data.version, cost: '140' })
  expect(await ofManagers()).toEqual([{ who: strangerId, samples: '1', worked: '7.5' }])
})

test('a member of a project sees it with its lines and samples, and no other; target costs stay unseen', async () => {
  const role = await h.db.selectFrom('role').select(['id', 'org_id']).where('name', '=', '销售').executeTakeFirstOrThrow()
  await h.db
    .insertInto('role_permission')
    .values(
      ['rdProject', 'sample'].flatMap(permission =>
        [1, 2].map(operation => ({ org_id: role.org_id, role_id: role.id, permission, operation })),
      ),
    )
    .onConflict(c => c.doNothing())
    .execute()
  const system = await h.house.asSystem(h.demo.organisationIds[0] ?? '', 'test')
  await system.write(tx => raiseScopeVersion(tx, h.demo.organisationIds[0] ?? ''))
  const [mine, other] = [await newProject({ memberIds: [strangerId], targetCost: '77.70' }), await newProject()]
  await made('/sample/insert', { name: '成员样', kind: 1, quantity: 1, keeperId: engineerId, projectId: mine })
  await made('/sample/insert', { name: '别人样', kind: 1, quantity: 1, keeperId: engineerId, projectId: other })
  const seen = await done(stranger, '/rdProject/list', { pageSize: 200 })
  const ids = seen.list.map((one: Values) => one['id'])
  expect([ids.includes(mine), ids.includes(other)]).toEqual([true, false])
  expect(JSON.stringify(seen)).not.toContain('77.70')
  const lines = await done(stranger, '/rdDeliverable/list', { pageSize: 200 })
  const of = lines.list.map((one: Values) => one['projectId'])
  expect([of.includes(mine), of.includes(other)]).toEqual([true, false])
  const names = (await done(stranger, '/sample/list', { pageSize: 200 })).list.map((one: Values) => one['name'])
  expect([names.includes('成员样'), names.includes('别人样')]).toEqual([true, false])
  expect((await stranger.get(`/rdProject/query/${other}`)).code).not.toBe(0)
})
