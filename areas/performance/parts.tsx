/** What the pages of performance show alike. */
import { Tag } from 'antd'
import { toFixedScale } from '#platform/format/decimal.ts'
import { MISSING, showExact, showNumber, showPercent } from '#platform/format/numbers.ts'
import { t } from '#platform/web/i18n/t.ts'

export const measureName = (measure: number): string => [t('净销售额'), t('利润'), t('结算销量')][measure - 1] ?? ''
const units = 3
/** Amounts to the cent, one below the other; units as they are. */
export const figureOf = (measure: number, value: string | null): string =>
  value === null || measure === units ? showNumber(value) : showExact(toFixedScale(value, 2, 'halfUp'))
/** cut, as scores are: 94.99 % is no 95 */
export const percentOf = (rate: string | null): string => showPercent(rate, 'floor')

const tones = ['', 'success', 'processing', 'warning', 'error'] as const
const gradeName = (grade: number): string => ['', t('优秀'), t('良好'), t('待改进'), t('较差')][grade] ?? ''
export const GradeTag = ({ grade }: { readonly grade: number | null }) =>
  grade === null ? MISSING : <Tag color={tones[grade] ?? ''}>{gradeName(grade)}</Tag>
