/** 载入常用工单类型: types that most companies have, with the fields each asks for. */
import { itemKinds } from '#platform/declare/items-of.ts'
import type { Context } from '#platform/server/area.ts'
import { allOf } from '#platform/server/lists.ts'
import { addRecord } from '#platform/server/records.ts'
import { saveHandlers } from './catalog-calls.ts'
import { workCatalog, workCatalogField } from './catalog-tables.ts'

type Kind = 'text' | 'number' | 'date' | 'choice'
export interface UsualType {
  readonly name: string
  readonly isDesignChange?: true
  readonly fields: readonly (readonly [name: string, title: string, kind: Kind, required: boolean, options?: readonly string[]])[]
}

export const usualTypes: readonly UsualType[] = [
  {
    name: '系统需求',
    fields: [
      ['area', '涉及模块', 'choice', true, ['订单', '库存', '财务', '报表', '权限']],
      ['wanted', '希望上线日期', 'date', false],
    ],
  },
  {
    name: '办公与设备',
    fields: [
      ['place', '地点', 'text', true],
      ['device', '设备编号', 'text', false],
    ],
  },
  {
    name: '采购加急',
    fields: [
      ['sku', 'SKU', 'text', true],
      ['qty', '数量', 'number', true],
      ['arrive', '期望到货', 'date', false],
    ],
  },
  {
    name: '物流异常',
    fields: [
      ['parcel', '运单号', 'text', true],
      ['carrier', '承运商', 'choice', false, ['UPS', 'FedEx', 'DHL', '顺丰', '美森']],
    ],
  },
  {
    name: '财务单据',
    fields: [
      ['amount', '金额', 'number', true],
      ['currency', '币种', 'choice', true, ['CNY', 'USD', 'EUR']],
    ],
  },
  {
    name: '设计变更',
    isDesignChange: true,
    fields: [
      ['model', '产品型号', 'text', true],
      ['part', '变更类别', 'choice', true, ['结构', '包装', '材质', '丝印']],
    ],
  },
]

/** Employees of a type. */
interface Staff {
  readonly ownerId: string | null
  readonly handlerIds: readonly string[]
}

/** Types whose names are not there yet. `staffOf`: who owns and handles each. Answers their ids by name. */
export const bringTypes = (context: Context, staffOf: (type: string) => Staff): Promise<ReadonlyMap<string, string>> =>
  context.write(async (_, inside) => {
    const known = new Set((await allOf(inside, workCatalog, [])).map(row => row['name']))
    const ids = new Map<string, string>()
    for (const [sort, { name, fields, isDesignChange }] of usualTypes.entries()) {
      if (known.has(name)) continue
      const { ownerId, handlerIds } = staffOf(name)
      const { id } = await addRecord(inside, workCatalog, { name, ownerId, sort, ...(isDesignChange ? { type: 1 } : {}) })
      if (handlerIds.length > 0) await saveHandlers(inside, { catalogId: id, employeeIds: [...handlerIds] })
      for (const [at, [code, title, kind, required, options]] of fields.entries())
        await addRecord(inside, workCatalogField, {
          catalogId: id,
          name: code,
          title,
          kind: itemKinds[kind][0],
          required,
          options: options ?? null,
          sort: at,
        })
      ids.set(name, id)
    }
    return ids
  })

/** Whoever brings them handles them until he names others. */
export async function bringOwnTypes(context: Context): Promise<number> {
  const { employeeId } = context.caller
  const staff = { ownerId: employeeId, handlerIds: employeeId === null ? [] : [employeeId] }
  return (await bringTypes(context, () => staff)).size
}
