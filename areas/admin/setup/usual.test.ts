/** 载入常用…, over every list of the product that has it. */
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { areas } from '#areas/index.ts'
import { localFileStore } from '#platform/server/files/local-store.ts'
import { demoHouse, signedInAs, type DemoHouse, type Person } from '../../../test/setup/demo-house.ts'
import type { SetupFace, UsualFace } from '../answers.ts'

let h: DemoHouse
let admin: Person
beforeAll(async () => {
  h = await demoHouse(
    areas.filter(({ name }) => name !== 'admin' && name !== 'reference'),
    localFileStore(mkdtempSync(join(tmpdir(), 'usual-'))),
  )
  admin = await signedInAs(h, 'admin')
})
afterAll(() => h.close())

test('each list with 载入常用… is filled once by whoever may add there, and by nobody else', async () => {
  const org = await h.db
    .insertInto('organisation')
    .values({ name: '又一家公司', short_name: '又一家' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const account = await h.db.selectFrom('account').select('id').where('username', '=', 'admin').executeTakeFirstOrThrow()
  await h.db.insertInto('account_organisation').values({ org_id: org.id, account_id: account.id, data_scope: 3 }).execute()
  const lists = async (): Promise<readonly UsualFace[]> => {
    const { data } = await admin.get('/setup/steps', org.id)
    return [...data.usual, ...data.list.flatMap((step: SetupFace) => step.usual ?? [])]
  }
  const before = await lists()
  const clerk = await signedInAs(h, 'employee')
  for (const { call, title } of before) {
    if (call === null) continue
    expect([title, (await clerk.post(call, {})).code]).toEqual([title, 1003])
    const first = await admin.post(call, {}, org.id)
    const second = await admin.post(call, {}, org.id)
    expect([title, first.msg, second.data]).toEqual([title, '', { added: 0 }])
  }
  // tiers of marketplaces need shops there; what asks for something first is only pointed at
  const open = (await lists()).filter(one => !one.isDone)
  expect(open.filter(one => one.call !== null).map(one => one.path)).toEqual(['/finance/checks/tiers'])
})
