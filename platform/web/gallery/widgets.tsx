/** Shared parts: summary, stars, text dialog, year and month, monitor badge, schemes; and how values are written. */
import { useState } from 'react'
import { contractSamples, formatSamples } from './format-samples.ts'
import { field, transactions } from './mock-definitions.ts'
import SchemeDialog from '../schemes/scheme-dialog.tsx'
import { MonitorBadge } from '../widgets/monitor-badge.tsx'
import { StarRating } from '../widgets/star-rating.tsx'
import { SummaryTable } from '../values/summary-table.tsx'
import { TextEditDialog } from '../widgets/text-edit-dialog.tsx'
import { YearMonthModal } from '../widgets/year-month-modal.tsx'
import { Opened, Specimen } from './section.tsx'

const fields = [
  field('shop', '店铺', 'text', { width: 200 }),
  field('units', '销量', 'integer', { isTotal: true }),
  field('sales', '销售额 (USD)', 'money', { isTotal: true }),
  field('cost', '成本 (USD)', 'money', { isTotal: true }),
]
const rows = [
  { id: '1', shop: '深圳美国一店', units: '1284', sales: '458211.125', cost: '-211320.5' },
  { id: '2', shop: '香港日本店', units: '311', sales: '90211.5', cost: null },
]
const nothing = (): void => undefined

function Stars() {
  const [stars, setStars] = useState<number | null>(null)
  return <StarRating title="服务评分" value={stars} onChange={setStars} />
}

function Text({ first, optional }: { first: string; optional: boolean }) {
  const [text, setText] = useState(first)
  return (
    <Opened title={`编辑：${text.slice(0, 12) || '（空）'}`}>
      {close => (
        <TextEditDialog
          title="备注"
          value={text}
          max={200}
          optional={optional}
          onSave={next => Promise.resolve(setText(next))}
          onClose={close}
        />
      )}
    </Opened>
  )
}

export function Widgets() {
  return (
    <>
      <Specimen title="汇总表：总计、查看，缺一个数的列合计也缺">
        <SummaryTable fields={fields} rows={rows} empty="还没有数据" onView={nothing} />
      </Specimen>
      <Specimen title="汇总表：空">
        <SummaryTable fields={fields} rows={[]} empty="导入结算报告后，各店铺的汇总显示在这里" />
      </Specimen>
      <Specimen title="星级：可选、已评、未评">
        <div className="zg-gallery-row">
          <Stars />
          <StarRating title="质量" value={4} />
          <StarRating title="时效" value={null} />
        </div>
      </Specimen>
      <Specimen title="文字对话框：30 字以内一行，以上 4–6 行，不能为空">
        <div className="zg-gallery-row">
          <Text first="红色杯套" optional />
          <Text first="第一批到货 1200 件，其中 36 件外箱受潮，已拍照并通知货代理赔，待回复。" optional />
          <Text first="" optional={false} />
        </div>
      </Specimen>
      <Specimen title="选择年月：50 年、10 年、6 年">
        <div className="zg-gallery-row">
          {(['full', 'long', 'short'] as const).map((years, at) => (
            <Opened key={years} title={['50 年', '10 年', '6 年'][at] ?? ''}>
              {close => <YearMonthModal years={years} today="2026-11-21" onChoose={close} onClose={close} />}
            </Opened>
          ))}
        </div>
      </Specimen>
      <Specimen title="数据监控：预警、正常">
        <div className="zg-gallery-badges">
          <MonitorBadge
            info={{ dataPrincipalName: null, isWarning: 0, updatePeriod: null, lastUpdateTime: null, lastUpdateUserName: null }}
          />
          <MonitorBadge
            info={{
              dataPrincipalName: '王主管,李财务',
              isWarning: 1,
              updatePeriod: '每天',
              lastUpdateTime: '2026-11-21 09:30:00',
              lastUpdateUserName: '李财务',
            }}
          />
        </div>
      </Specimen>
      <Specimen title="筛选方案对话框（1500 px）">
        <Opened title="筛选方案">
          {close => (
            <SchemeDialog
              definition={{ ...transactions, maySetDefaults: true }}
              state={{ scheme: '5', conditions: null, order: null }}
              onApply={nothing}
              onClose={close}
            />
          )}
        </Opened>
      </Specimen>
    </>
  )
}

const Samples = ({ heads, lines }: { heads: readonly [string, string]; lines: readonly (readonly [string, string])[] }) => (
  <table className="zg-gallery-samples">
    <thead>
      <tr>
        <th>{heads[0]}</th>
        <th>{heads[1]}</th>
      </tr>
    </thead>
    <tbody>
      {lines.map(([given, shown]) => (
        <tr key={given}>
          <td>{given}</td>
          <td>{shown}</td>
        </tr>
      ))}
    </tbody>
  </table>
)

export function Formats() {
  return (
    <>
      {formatSamples.map(({ title, lines }) => (
        <Specimen key={title} title={title}>
          <Samples heads={['值', '显示']} lines={lines} />
        </Specimen>
      ))}
      <Specimen title="合同到期代码（今天 2026-11-21）">
        <Samples heads={['到期日', '代码']} lines={contractSamples} />
      </Specimen>
    </>
  )
}
