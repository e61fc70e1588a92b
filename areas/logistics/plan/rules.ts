/** What fields of replenishment can't say. Pure. */
import { sentence } from '#platform/declare/sentence.ts'
import type { Rule } from '#platform/server/records.ts'

const isEmpty = (value: unknown): boolean => value === null || value === undefined || value === ''
const withShop: Rule = ({ labelId, shopId }) =>
  isEmpty(labelId) || !isEmpty(shopId) ? [] : [{ field: 'shopId', message: sentence`选择 MSKU 时请同时选择店铺` }]

export const ruleRule: Rule = values => [
  ...withShop(values),
  ...(['w7', 'w14', 'w30'].every(name => values[name] === 0) ? [{ field: 'w7', message: sentence`三个权重不能都是 0` }] : []),
]
export const eventRule: Rule = withShop
