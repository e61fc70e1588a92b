/** The usual kinds of contracts, with the stamp duty of the law of 2022 (印花税法, per mille of the amount without tax). */
import type { Context } from '#platform/server/area.ts'
import { create } from '#platform/server/records.ts'
import { contractKind } from './kind-tables.ts'

const [pay, receive, none] = [1, 2, 3] as const
const usualKinds = [
  ['CGKJ', '采购框架', pay, '0.3'],
  ['CG', '采购', pay, '0.3'],
  ['XS', '销售', receive, '0.3'],
  ['WLCC', '物流仓储', pay, '0.3'],
  ['PTFW', '平台服务', pay, '0'],
  ['ZL', '租赁', pay, '1'],
  ['JG', '加工', pay, '0.3'],
  ['FW', '服务', pay, '0'],
  ['BM', '保密', none, '0'],
  ['JSKF', '技术开发', pay, '0.3'],
  ['QT', '其他', pay, '0'],
] as const

export async function bringKinds(context: Context): Promise<number> {
  const known = new Set((await context.db.selectFrom('contract_kind').select('code').execute()).map(one => one.code))
  const fresh = usualKinds.filter(([code]) => !known.has(code))
  for (const [code, name, direction, stampTax] of fresh) await create(context, contractKind, { code, name, direction, stampTax })
  return fresh.length
}
