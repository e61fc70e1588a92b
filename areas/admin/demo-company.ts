/** What the demo company has beside people and shops: legal entities, positions, suppliers, warehouses, channels. */
import { type Tx, defined } from '#platform/server/area.ts'
import { demoOrganisations } from './demo-people.ts'
import type { DemoEmployee } from './demo-trade-rows.ts'

const suppliers = [
  ['S001', '义乌市宏远日用品厂', '宏远', '李建国'],
  ['S002', '宁波海曙五金制品有限公司', '海曙五金', '王立新'],
  ['S003', '东莞市佳美包装有限公司', '佳美包装', '张丽'],
  ['S004', '深圳速运国际货运代理有限公司', '速运货代', '刘洋'],
] as const
const warehouses = [
  ['W01', '杭州总仓', 1, 'CN'],
  ['W02', 'FBA 美国', 2, 'US'],
  ['W03', '洛杉矶海外仓', 3, 'US'],
] as const
const channels = [
  ['C01', '美西海运快船', 1, '以星'],
  ['C02', '欧洲铁路', 3, '中欧班列'],
  ['C03', '国际快递', 4, 'DHL'],
] as const
const approved = 2

/** In every organisation the same suppliers, warehouses and channels; its own legal entity. */
export async function makeCompany(tx: Tx, organisationIds: readonly string[]): Promise<void> {
  for (const [at, orgId] of organisationIds.entries()) {
    const { name, shortName } = defined(demoOrganisations[at], 'an organisation')
    const own = { org_id: orgId }
    await tx
      .insertInto('company')
      .values([{ ...own, name, short_name: shortName, credit_code: `9133010${at}MA2K${at}XY01`, legal_person: '沈云帆' }])
      .execute()
    const [monthly] = await tx
      .insertInto('payment_terms')
      .values([
        { ...own, name: '月结 30 天', on_statement: '100', statement_days: 30 },
        { ...own, name: '定金 30%，到货后 7 天付 70%', on_order: '30', on_receipt: '70', receipt_days: 7, on_statement: '0' },
      ])
      .returning('id')
      .execute()
    await tx
      .insertInto('supplier')
      .values(
        suppliers.map(([code, full, short, contact]) => ({
          ...own,
          code,
          name: full,
          short_name: short,
          contact,
          payment_days: 30,
          terms_id: defined(monthly, 'terms of payment').id,
          status: approved,
        })),
      )
      .execute()
    await tx
      .insertInto('warehouse')
      .values(warehouses.map(([code, title, kind, country]) => ({ ...own, code, name: title, kind, country_code: country })))
      .execute()
    await tx
      .insertInto('logistics_channel')
      .values(channels.map(([code, title, mode, carrier]) => ({ ...own, code, name: title, mode, carrier })))
      .execute()
  }
}

/** Who buys looks after the suppliers of his organisation. */
export async function giveSuppliersBuyers(tx: Tx, employees: readonly DemoEmployee[]): Promise<void> {
  const buyer = defined(
    employees.find(one => one.username === 'buyer'),
    'a buyer',
  )
  const of = tx.selectFrom('employee').where('id', '=', buyer.id)
  await tx
    .updateTable('supplier')
    .set({ buyer_id: buyer.id, first_buyer_id: buyer.id, first_dept_id: of.select('dept_id') })
    .where('org_id', '=', of.select('org_id'))
    .execute()
}

/** What each supplier can supply, by code and the names of categories; who packs and who carries supplies none. */
const supplies = [
  ['S001', ['家居日用', '宠物用品']],
  ['S002', ['厨房用品', '户外运动']],
] as const

/** Once the organisation has its categories. */
export async function giveSuppliersCategories(tx: Tx, orgId: string): Promise<void> {
  for (const [code, names] of supplies) {
    const categories = await tx
      .selectFrom('product_category')
      .select('id')
      .where('org_id', '=', orgId)
      .where('name', 'in', names)
      .orderBy('id')
      .execute()
    await tx
      .updateTable('supplier')
      .set({ category_ids: categories.length === 0 ? null : categories.map(one => one.id) })
      .where('org_id', '=', orgId)
      .where('code', '=', code)
      .execute()
  }
}

/** Positions of an organisation by name. */
export async function makePositions(tx: Tx, orgId: string, names: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const made = await tx
    .insertInto('position')
    .values([...new Set(names)].map(name => ({ org_id: orgId, name })))
    .returning(['id', 'name'])
    .execute()
  return new Map(made.map(row => [row.name, row.id]))
}
