/** What one unit of a product measures and weighs as it is packed: the size tier of a marketplace is checked by it. */
import { decimal } from '#platform/declare/fields.ts'

const packed = (zh: string, en: string, scale: number, synonyms: readonly string[]) =>
  decimal(zh, en, scale, { optional: true, min: 0, decimals: scale, show: false, synonyms })

export const packedFields = {
  packedLength: packed('包装长（cm）', 'Packed length (cm)', 2, ['包装长(cm)', '包装长度（cm）', '包装长度(cm)']),
  packedWidth: packed('包装宽（cm）', 'Packed width (cm)', 2, ['包装宽(cm)', '包装宽度（cm）', '包装宽度(cm)']),
  packedHeight: packed('包装高（cm）', 'Packed height (cm)', 2, ['包装高(cm)', '包装高度（cm）', '包装高度(cm)']),
  packedWeight: packed('包装重（kg）', 'Packed weight (kg)', 4, [
    '包装重(kg)',
    '包装重量（kg）',
    '包装重量(kg)',
    '单件毛重（kg）',
    '单件毛重(kg)',
  ]),
}
