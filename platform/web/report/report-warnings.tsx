/** What the figures lack, quietly above the table, each with the page on which it is filled in. */
import { ExclamationCircleOutlined } from '@ant-design/icons'
import { withThousands } from '#platform/format/numbers.ts'
import type { ReportAnswer } from '../../declare/wire.ts'
import { t } from '../i18n/t.ts'
import { rateNames } from './missing-reason.ts'
import { PageLink } from './page-link.tsx'
import { reportLinks } from './report-links.ts'

const count = (value: number): string => withThousands(String(value))

export function ReportWarnings({ answer }: { answer: ReportAnswer | undefined }) {
  const { rates, types, costs } = reportLinks()
  if (answer === undefined) return null
  const warnings = [
    ...(answer.missingRates.length === 0
      ? []
      : [
          {
            text: t('缺 {rates} 汇率，涉及的数字显示为 —', { rates: rateNames(answer.missingRates) }),
            component: rates,
            link: t('去维护汇率'),
          },
        ]),
    ...(answer.unmapped === 0
      ? []
      : [{ text: t('{count} 行费用类型未映射，不计入利润', { count: count(answer.unmapped) }), component: types, link: t('去映射类型') }]),
    ...((answer.missingCosts ?? 0) === 0
      ? []
      : [
          {
            text: t('{count} 个 SKU 缺产品成本，利润偏高', { count: count(answer.missingCosts ?? 0) }),
            component: costs,
            link: t('去填产品成本'),
          },
        ]),
  ]
  if (warnings.length === 0) return null
  return (
    <ul className="zg-report-warnings" aria-label={t('数据提示')}>
      {warnings.map(one => (
        <li key={one.link}>
          <ExclamationCircleOutlined /> {one.text}
          <PageLink component={one.component} title={one.link} />
        </li>
      ))}
    </ul>
  )
}
