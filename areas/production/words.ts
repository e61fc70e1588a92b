/** What bills, conversions and orders of production have in common. Pure values. */
import { decimal } from '#platform/declare/fields.ts'
import { goodsRights } from '#areas/goods/index.ts'

/** fees and what things cost are for who may see purchase prices */
export const costRight = goodsRights.price

const [least, most] = [0.000001, 1_000_000_000]
export const quantity = (zh: string, en: string, more: object = {}) => decimal(zh, en, 6, { min: least, max: most, width: 100, ...more })
