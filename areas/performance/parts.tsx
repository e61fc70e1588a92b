/** What the pages of performance show alike. */
import { Tag } from 'antd'
import { MISSING, showPercent } from '#platform/format/numbers.ts'
import { t } from '#platform/web/i18n/t.ts'

export const measureName = (measure: number): string => [t('净销售额'), t('利润'), t('结算销量')][measure - 1] ?? ''
/** cut, as scores are: 94.99 % is no 95 */
export const percentOf = (rate: string | null): string => showPercent(rate, 'floor')

const tones = ['', 'success', 'processing', 'warning', 'error'] as const
const gradeName = (grade: number): string => ['', t('优秀'), t('良好'), t('待改进'), t('较差')][grade] ?? ''
export const GradeTag = ({ grade }: { readonly grade: number | null }) =>
  grade === null ? MISSING : <Tag color={tones[grade] ?? ''}>{gradeName(grade)}</Tag>
