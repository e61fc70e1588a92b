/** A time zone is one wherever it is written; one that is none, stored by an older version or by hand, keeps nobody from his lists. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hr } from '#areas/hr/index.ts'
import { areas } from '#areas/index.ts'
import { workflow } from '#areas/workflow/index.ts'
import { withHouseAreas } from '#platform/server/open-house.ts'
import { registryOf } from '#platform/server/registry-of.ts'
import { demoHouse, signedInAs, type DemoHouse, type Person } from '../setup/demo-house.ts'

const { resources: byTable, routes } = registryOf(withHouseAreas(areas))
const resources = [...byTable.values()]
const zoneFields = resources.flatMap(r =>
  Object.entries(r.fields).flatMap(([name, field]) => (field.options.format === 'zone' ? [{ table: r.table, name }] : [])),
)
const writers = zoneFields.flatMap(({ table, name }) =>
  routes
    .filter(route => route.resource?.table === table && ['add', 'update', 'batchUpdate', 'import'].includes(route.verb))
    .map(route => ({ call: `${route.verb} ${route.path}`, name, table, route })),
)
const bad = ['Mars/Olympus', 'Shanghai', '+08:00', 'GMT+8', 'Asia/Shanghai; drop', '../etc', '1']

let h: DemoHouse
let admin: Person
beforeAll(async () => {
  h = await demoHouse([hr, workflow])
  admin = await signedInAs(h, 'admin')
  await admin.post('/hrWorkplace/insert', { name: '总部' })
})
afterAll(() => h.close())

test('every text called a zone is declared as one', () => {
  expect(zoneFields.length).toBeGreaterThanOrEqual(2)
  // 分区: where a carrier delivers
  const called = resources.flatMap(r =>
    Object.entries(r.fields).flatMap(([name, { title }]) => (title[0] === '分区' ? [] : [{ table: r.table, name }])),
  )
  expect(called.filter(({ name }) => /zone$/i.test(name))).toEqual(zoneFields)
})

describe.each(writers)('$call', ({ route, name, table }) => {
  // an import and a batch hold a value against its field by the same function; their calls need a file, or a count first
  test.runIf(['add', 'update'].includes(route.verb)).each(bad)('refuses %s', async zone => {
    const [record] = (
      await admin.post(`${route.path.slice(0, route.path.lastIndexOf('/'))}/${table === 'organisation' ? 'pageList' : 'list'}`)
    ).data.list
    const answer = await admin.post(
      route.path,
      route.verb === 'add' ? { [name]: zone } : { id: record.id, version: record.version, [name]: zone },
    )
    expect(answer).toMatchObject({ status: 200, code: 1002 })
    expect(answer.data.errors).toContainEqual({
      field: name,
      message: expect.stringContaining('不是时区，请填写如 Asia/Shanghai 的时区名称'),
    })
  })
})

describe('a zone that is none, in the table already', () => {
  const lists = routes.filter(route => route.verb === 'list' && route.method === 'POST')
  const withDays = lists.flatMap(route => {
    const field = Object.entries(route.resource?.fields ?? {}).find(([, f]) => f.kind === 'dateTime' && f.options.hidden !== true)?.[0]
    return [{ path: route.path, field }]
  })

  test('no list answers 5xx, and the call after it was put right counts days in the new zone', async () => {
    const served = new Set(h.house.registry.routes.map(route => route.path))
    const [own] = (await admin.post('/SysOrganization/pageList')).data.list
    await h.db.updateTable('organisation').set({ zone: 'Mars/Olympus' }).where('id', '=', own.id).execute()
    h.house.rights.forget?.()
    const asked = async (): Promise<string[]> => {
      const failed: string[] = []
      for (const { path, field } of withDays.filter(one => served.has(one.path)))
        for (const conditionList of [[], ...(field === undefined ? [] : [[{ field, condition: 'TODAY', value: '' }]])]) {
          const { status } = await admin.post(path, { conditionList }, own.id)
          if (status >= 500) failed.push(`${path} ${JSON.stringify(conditionList)}`)
        }
      return failed
    }
    expect(withDays.filter(one => served.has(one.path) && one.field !== undefined).length).toBeGreaterThanOrEqual(3)
    expect(await asked()).toEqual([])
    expect((await h.house.rights.callerOfToken(admin.token, own.id))?.zone).toBe('Asia/Shanghai')
    expect((await h.house.rights.system(own.id)).zone).toBe('Asia/Shanghai')
    const [record] = (await admin.post('/SysOrganization/pageList', {}, own.id)).data.list.filter((o: { id: string }) => o.id === own.id)
    expect(await admin.post('/SysOrganization/update', { id: own.id, version: record.version, zone: 'Asia/Tokyo' }, own.id)).toMatchObject({
      code: 0,
    })
    expect((await h.house.rights.callerOfToken(admin.token, own.id))?.zone).toBe('Asia/Tokyo')
    expect(await asked()).toEqual([])
  })
})
