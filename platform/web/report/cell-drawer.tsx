/** What a figure is made of, beside the report: the operands of a formula, each of which opens in turn, down to the lines of a leaf. */
import { Breadcrumb } from 'antd'
import { useState } from 'react'
import type { MeasureDefinition, ReportDefinition } from '../../declare/wire.ts'
import { t } from '../i18n/t.ts'
import { showFigure } from '../list/value.ts'
import { TabDrawer } from '../shell/page/tab-modal.tsx'
import { kindOf, type Cell } from './figure.tsx'
import { LeafLines } from './leaf-lines.tsx'
import { missingReason } from './missing-reason.ts'
import { waterfallOf } from './measures.ts'
import { Operands } from './operands.tsx'
import { pathTitle } from './report-query.ts'
import type { ReportState } from './report-state.ts'

interface CellDrawerProps {
  readonly definition: ReportDefinition
  readonly state: ReportState
  readonly cell: Cell
  readonly onClose: () => void
}

export function CellDrawer({ definition, state, cell, onClose }: CellDrawerProps) {
  // from the clicked measure down to the one shown
  const [trail, setTrail] = useState<readonly string[]>([cell.measure])
  const measureOf = (name: string): MeasureDefinition | undefined => definition.measures.find(one => one.name === name)
  const titleOf = (name: string): string => measureOf(name)?.title ?? name
  const name = trail.at(-1) ?? cell.measure
  const measure = measureOf(name)
  if (measure === undefined) return null
  const value = cell.values[name] ?? null
  const shown = showFigure(kindOf(measure), value)
  return (
    <TabDrawer open mask={false} size={760} title={t('数字的组成')} onClose={onClose} className="zg-cell-drawer">
      <Breadcrumb
        items={trail.map((one, at) => ({
          key: one,
          title:
            at === trail.length - 1 ? (
              titleOf(one)
            ) : (
              <button type="button" className="zg-trail" onClick={() => setTrail(trail.slice(0, at + 1))}>
                {titleOf(one)}
              </button>
            ),
        }))}
      />
      <header className="zg-cell-head">
        <h2>{measure.title}</h2>
        <span
          className={shown.isNegative ? 'zg-figure zg-cell-figure zg-negative' : 'zg-figure zg-cell-figure'}
          title={shown.exact ?? undefined}
        >
          {shown.text}
        </span>
        {measure.kind === 'money' && <span className="zg-currency">{cell.currency}</span>}
      </header>
      <p className="zg-cell-place">{t('{place}，{from} 至 {to}', { place: pathTitle(cell.path), from: state.from, to: state.to })}</p>
      {value === null && <p className="zg-cell-reason">{missingReason(measure, cell.values, titleOf, cell.rates)}</p>}
      <p className="zg-formula">{measure.formula}</p>
      <p className="zg-cell-source">{measure.source}</p>
      {measure.operands.length > 0 ? (
        <Operands
          measure={measure}
          base={waterfallOf(definition)[0]}
          cell={cell}
          measureOf={measureOf}
          onOpen={one => setTrail([...trail, one])}
        />
      ) : (
        <LeafLines key={name} definition={definition} state={state} cell={cell} measure={measure} />
      )}
    </TabDrawer>
  )
}
