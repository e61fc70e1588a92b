/** Checks of a form item before the server is asked. The server checks everything again. */
import { compare, isDecimal, scaleOf } from '#platform/format/decimal.ts'
import { isMasked } from '#platform/format/masked.ts'
import type { FormItem } from '../../declare/wire.ts'
import { t } from '../i18n/t.ts'

const writtenTypes: readonly FormItem['type'][] = ['text', 'textarea', 'number', 'richText']
const isChosen = (item: FormItem): boolean => !writtenTypes.includes(item.type)

/** What is wrong with a value, or null. */
export function itemError(item: FormItem, value: unknown): string | null {
  if (item.sensitive === true && isMasked(value)) return null
  const written = typeof value === 'string' ? value.trim() : value
  if (written === undefined || written === null || written === '' || (Array.isArray(written) && written.length === 0)) {
    if (!item.required || item.type === 'switch') return null
    if (item.type === 'file') return t('请上传{title}', { title: item.title })
    return isChosen(item) ? t('请选择{title}', { title: item.title }) : t('请输入{title}', { title: item.title })
  }
  if (
    item.type === 'dateRange' &&
    item.required &&
    Array.isArray(written) &&
    (item.isOpenEnded === true ? written[0] === null : written.includes(null))
  )
    return t('请选择{title}的开始和结束日期', { title: item.title })
  if (item.type === 'number' && typeof written === 'string') return figureError(item, written)
  if (
    (item.type === 'text' || item.type === 'textarea') &&
    typeof written === 'string' &&
    item.max !== null &&
    Array.from(written).length > item.max
  ) {
    return t('{title}最多{max}个字', { title: item.title, max: item.max })
  }
  return null
}

/** The same for antd's forms: throws what is wrong. */
export async function itemCheck(item: FormItem, value: unknown): Promise<void> {
  const fault = itemError(item, value)
  if (fault !== null) throw new Error(fault)
}

function figureError(item: FormItem, written: string): string | null {
  if (!isDecimal(written)) return t('{title}不是数字', { title: item.title })
  if (item.min !== null && compare(written, String(item.min)) < 0) return t('{title}不能小于{min}', { title: item.title, min: item.min })
  if (item.max !== null && compare(written, String(item.max)) > 0) return t('{title}不能大于{max}', { title: item.title, max: item.max })
  const decimals = item.kind === 'integer' ? 0 : item.decimals
  if (decimals !== null && scaleOf(written) > decimals) {
    return decimals === 0 ? t('{title}应为整数', { title: item.title }) : t('{title}最多{decimals}位小数', { title: item.title, decimals })
  }
  return null
}
