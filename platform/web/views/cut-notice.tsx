/** Says that a view shows the first records alone. */
import { Alert } from 'antd'
import { withThousands } from '#platform/format/numbers.ts'
import { t } from '../i18n/t.ts'

export function CutNotice({ shown, total }: { readonly shown: number; readonly total: number }) {
  if (total <= shown || shown === 0) return null
  const [n, of] = [withThousands(String(shown)), withThousands(String(total))]
  return <Alert type="warning" showIcon className="zg-view-cut" title={t('只显示前 {n} 条，共 {of} 条，请缩小筛选范围', { n, of })} />
}
