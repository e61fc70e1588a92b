/** For tests of work orders: the demo company with two types of them, and its people at the real calls. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'vitest'
import { workOrders } from '#areas/work-orders/index.ts'
import { localFileStore } from '#platform/server/files/local-store.ts'
import { demoHouse, signedInAs, type DemoHouse, type Person } from './demo-house.ts'
import { multipart } from './multipart.ts'

const names = ['admin', 'boss', 'finance', 'sales', 'buyer', 'keeper', 'it', 'employee'] as const
export type Name = (typeof names)[number]
/** begins as a picture does */
const png = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1, 2, 3])
const start = '2026-11-18T09:00:00+08:00'

export type OrderHouse = Awaited<ReturnType<typeof orderHouse>>

export async function orderHouse() {
  const root = mkdtempSync(join(tmpdir(), 'zhanggui-orders-'))
  const h: DemoHouse = await demoHouse([workOrders], localFileStore(root))
  const who = {} as Record<Name, Person>
  const employeeOf = {} as Record<Name, string>
  for (const name of names) {
    who[name] = await signedInAs(h, name)
    const found = await h.db
      .selectFrom('account_organisation as m')
      .innerJoin('account as a', 'a.id', 'm.account_id')
      .select('m.employee_id')
      .where('a.username', '=', name)
      .where('m.employee_id', 'is not', null)
      .executeTakeFirstOrThrow()
    employeeOf[name] = String(found.employee_id)
  }
  /** handled by `it`, `keeper` */
  const type: string = (await who.admin.post('/workCatalogManagement/add', { name: '设备报修', ownerId: employeeOf.it })).data.id
  /** a design change owned by `boss`, handled by `buyer` */
  const change: string = (await who.admin.post('/workCatalogManagement/add', { name: '改图', ownerId: employeeOf.boss, type: 1 })).data.id
  await who.admin.post('/workCatalogEmployeeManagement/save', { catalogId: type, employeeIds: [employeeOf.keeper, employeeOf.it] })
  await who.admin.post('/workCatalogEmployeeManagement/save', { catalogId: change, employeeIds: [employeeOf.buyer] })
  const field = { catalogId: type, name: 'place', title: '地点', required: true }
  await who.admin.post('/workCatalogFieldManagement/insert', field)
  await who.admin.post('/workCatalogFieldManagement/insert', { ...field, name: 'pages', title: '页数', kind: 2, required: false })
  const floor = { ...field, name: 'floor', title: '楼层', kind: 4, required: false, options: ['一楼', '二楼'] }
  await who.admin.post('/workCatalogFieldManagement/insert', floor)

  const wish = () => ({ title: '打印机卡纸', catalogId: type, requirement: '<p>三楼打印机卡纸</p>', values: { place: '三楼' } })
  const move = (by: Name, id: string, state: number, more: object = {}) =>
    who[by].post('/workOrderManagement/updateState', { id, state, ...more })
  return {
    h,
    who,
    employeeOf,
    type,
    change,
    wish,
    move,
    async close(): Promise<void> {
      await h.close()
      rmSync(root, { recursive: true, force: true })
    },
    /** The clock; where it is moved, people sign in anew: sessions end meanwhile. */
    async at(time: string = start, people: readonly Name[] = names): Promise<void> {
      const now = new Date(time)
      if (now.getTime() === h.clock.now.getTime()) return
      h.clock.now = now
      for (const name of people) who[name] = await signedInAs(h, name)
    },
    hours(n: number): void {
      h.clock.now = new Date(h.clock.now.getTime() + n * 3_600_000)
    },
    async ask(more: object = {}, by: Name = 'employee'): Promise<string> {
      const answer = await who[by].post('/workOrderManagement/add', { ...wish(), ...more })
      expect(answer.msg).toBe('')
      return answer.data.id
    },
    async moved(by: Name, id: string, state: number, more: object = {}) {
      const answer = await move(by, id, state, more)
      expect([state, answer.msg, answer.data?.state]).toEqual([state, '', state])
      return answer.data
    },
    row: async (id: string, by: Name = 'admin') => (await who[by].get(`/workOrderManagement/query/${id}`)).data,
    titles: async (by: Name): Promise<string[]> =>
      (await who[by].post('/notify/list', { pageSize: 50 })).data.list.map((one: { title: string }) => one.title),
    async upload(by: Name, name = 'a.png'): Promise<string> {
      const { type: contentType, payload } = multipart({ type: 'ATTACHMENT' }, [{ name, content: png }])
      const headers = { 'content-type': contentType, authorization: `Bearer ${who[by].token}` }
      const answer = await h.app.inject({ method: 'POST', url: '/api-2024/fileUpload/upload', headers, payload })
      return answer.json<{ data: { id: string } }>().data.id
    },
    /** One run of timed work, now. */
    async run(name: string): Promise<unknown> {
      const work = workOrders.timed?.find(one => one.name === name)
      if (work?.of !== 'organisation') throw new Error(`no timed work ${name}`)
      const system = await h.house.asSystem(h.demo.organisationIds[0] as string, 'test')
      return system.write(
        (tx, inside) => work.work(inside, tx, { at: h.clock.now, signal: new AbortController().signal }) as Promise<unknown>,
      )
    },
  }
}
