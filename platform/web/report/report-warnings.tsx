/** What the figures lack, quietly above the table, each with the page on which it is filled in. */
import { ExclamationCircleOutlined } from '@ant-design/icons'
import { Button, Popover } from 'antd'
import { withThousands } from '#platform/format/numbers.ts'
import type { LackingAnswer, ReportAnswer } from '../../declare/wire.ts'
import { t } from '../i18n/t.ts'
import { rateNames } from './missing-reason.ts'
import { PageLink } from './page-link.tsx'
import { reportLinks } from '../values/report-links.ts'

const count = (value: number): string => withThousands(String(value))

/** `lacking` comes by a call of its own: until it is there, or where the report has none, nothing is said of costs. */
export function ReportWarnings({ answer, lacking }: { answer: ReportAnswer | undefined; lacking: LackingAnswer | undefined }) {
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
    ...(answer.converted === undefined || answer.converted.missingRates.length === 0
      ? []
      : [
          {
            text: t('缺 {rates} 汇率，折合人民币的总计算不出，按金额排序时相关的行在最后', {
              rates: rateNames(answer.converted.missingRates),
            }),
            component: rates,
            link: t('去维护汇率'),
          },
        ]),
    ...(answer.compared?.isEmpty === true
      ? [
          {
            text: t('{from} 至 {to} 没有数据，无法对比', { from: answer.compared.startDate, to: answer.compared.endDate }),
            component: null,
            link: '',
          },
        ]
      : []),
    ...(answer.unmapped === 0
      ? []
      : [{ text: t('{count} 行费用类型未映射，不计入利润', { count: count(answer.unmapped) }), component: types, link: t('去映射类型') }]),
    ...(lacking === undefined || lacking.missingCosts === 0
      ? []
      : [
          {
            text: t('{count} 个 SKU 缺产品成本，利润偏高', { count: count(lacking.missingCosts) }),
            component: costs,
            link: t('去填产品成本'),
            detail: <LackingCosts lacking={lacking} />,
          },
        ]),
  ]
  if (warnings.length === 0) return null
  return (
    <ul className="zg-report-warnings" aria-label={t('数据提示')}>
      {warnings.map(one => (
        <li key={one.text}>
          <ExclamationCircleOutlined aria-hidden /> {one.text}
          {'detail' in one && one.detail}
          <PageLink component={one.component} title={one.link} />
        </li>
      ))}
    </ul>
  )
}

/** Which SKUs lack a cost: those with a product want one entered, those without want a product. */
function LackingCosts({ lacking: { missingCosts, lackingCosts } }: { lacking: LackingAnswer }) {
  if (lackingCosts.length === 0) return null
  const isCut = lackingCosts.length < missingCosts
  const content = (
    <div className="zg-lacking">
      <table className="zg-table zg-chart-table">
        <thead>
          <tr>
            <th scope="col">{t('店铺')}</th>
            <th scope="col">{t('MSKU')}</th>
            <th scope="col">{t('商品')}</th>
          </tr>
        </thead>
        <tbody>
          {lackingCosts.map(one => (
            <tr key={`${one.shop} ${one.sku}`}>
              <td>{one.shop}</td>
              <td>{one.sku}</td>
              <td>{one.product ?? <em>{t('未对应商品')}</em>}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {isCut && <p>{t('只列出前 {count} 个', { count: lackingCosts.length })}</p>}
      {lackingCosts.some(one => one.product === null) && <PageLink component={reportLinks().skus} title={t('去对应 SKU')} />}
    </div>
  )
  return (
    <Popover trigger="click" placement="bottomLeft" title={t('缺产品成本的 SKU')} content={content}>
      <Button type="link" size="small">
        {t('查看')}
      </Button>
    </Popover>
  )
}
