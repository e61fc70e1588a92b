/** A chart under its title, beside the keys of its series; its table is one click away. */
import { BarChartOutlined, TableOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useState, type ReactNode } from 'react'
import { t } from '../i18n/t.ts'

interface ChartPanelProps {
  readonly title: string
  readonly beside: ReactNode
  readonly legend: ReactNode
  /** null: there is nothing to show as a table */
  readonly table: ReactNode
  readonly children: ReactNode
}

export function ChartPanel({ title, beside, legend, table, children }: ChartPanelProps) {
  const [asTable, setAsTable] = useState(false)
  return (
    <section className="zg-chart-panel" aria-label={title}>
      <header>
        <h2 title={title}>{title}</h2>
        {beside}
        {legend}
        {table !== null && (
          <Button
            type="text"
            size="small"
            icon={asTable ? <BarChartOutlined aria-hidden /> : <TableOutlined aria-hidden />}
            aria-label={asTable ? t('看图') : t('看表格')}
            title={asTable ? t('看图') : t('看表格')}
            onClick={() => setAsTable(!asTable)}
          />
        )}
      </header>
      <div className="zg-chart-body">{asTable && table !== null ? table : children}</div>
    </section>
  )
}
