/** For tests of points and gifts: the demo company with the culture area, its people at the real calls, points given by hand. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'vitest'
import { culture } from '#areas/culture/index.ts'
import type { Context } from '#platform/server/contract/context.ts'
import { anyTable } from '#platform/server/db/any-table.ts'
import { localFileStore } from '#platform/server/files/local-store.ts'
import { demoHouse, signedInAs, type DemoHouse, type Person } from './demo-house.ts'

const names = ['admin', 'boss', 'finance', 'sales', 'buyer', 'keeper', 'hr', 'it', 'employee'] as const
type Name = (typeof names)[number]

export type PointHouse = Awaited<ReturnType<typeof openPoints>>

export async function openPoints() {
  const root = mkdtempSync(join(tmpdir(), 'zhanggui-points-'))
  const h: DemoHouse = await demoHouse([culture], localFileStore(root))
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
  const system = (): Promise<Context> => h.house.asSystem(h.demo.organisationIds[0] ?? '', 'tests of points')
  /** by hand */
  const give = async (name: Name, points: number): Promise<void> => {
    const given = await who.admin.post('/culturalPoint/byHand', { employeeIds: [employeeOf[name]], points, reason: '测试' })
    expect(given.code, given.msg).toBe(0)
  }
  const held = async (name: Name): Promise<{ balance: number; reserved: number; gained: number }> => {
    const cell = await anyTable(h.db)
      .selectFrom('cultural_point_cell')
      .select(['balance', 'reserved', 'gained'])
      .where('employee_id', '=', employeeOf[name])
      .executeTakeFirst()
    return { balance: Number(cell?.['balance'] ?? 0), reserved: Number(cell?.['reserved'] ?? 0), gained: Number(cell?.['gained'] ?? 0) }
  }
  const close = async (): Promise<void> => {
    await h.close()
    rmSync(root, { recursive: true, force: true })
  }
  return { h, who, employeeOf, system, give, held, close }
}
