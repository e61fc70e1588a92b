/**
 * What a figure is made of, beside the report: a change's two sides, the operands of a formula, each of which opens in turn, down to the
 * lines of a leaf.
 */
import { Breadcrumb } from 'antd'
import { useState } from 'react'
import type { MeasureDefinition, ReportDefinition, ReportValues } from '../../declare/wire.ts'
import { t } from '../i18n/t.ts'
import { showFigure } from '../values/value.ts'
import { TabDrawer } from '../page/tab-modal.tsx'
import { showChange } from './change-figure.tsx'
import { ChangeParts } from './change-parts.tsx'
import { kindOf, type Cell, type CellPart } from './figure.tsx'
import { LeafLines } from './leaf-lines.tsx'
import { missingReason } from './missing-reason.ts'
import { waterfallOf } from './measures.ts'
import { Operands } from './operands.tsx'
import { comparedDays, leftOutWords } from './change-note.tsx'
import { daysOf, pathTitle } from './report-query.ts'
import type { ReportState } from './report-state.ts'

interface CellDrawerProps {
  readonly definition: ReportDefinition
  readonly state: ReportState
  readonly cell: Cell
  readonly onClose: () => void
}

interface Place {
  readonly measure: string
  readonly part: CellPart
}

export function CellDrawer({ definition, state, cell, onClose }: CellDrawerProps) {
  // from the clicked figure down to the one shown
  const [trail, setTrail] = useState<readonly Place[]>([{ measure: cell.measure, part: cell.part }])
  const words = definition.compare.find(one => one.name === state.compare)
  const placeTitle = ({ measure, part }: Place): string => {
    const title = definition.measures.find(one => one.name === measure)?.title ?? measure
    return part === 'now' || words === undefined ? title : `${title} ${words[part === 'was' ? 'was' : 'difference']}`
  }
  const place = trail.at(-1) ?? { measure: cell.measure, part: cell.part }
  const measure = definition.measures.find(one => one.name === place.measure)
  if (measure === undefined) return null
  return (
    <TabDrawer open mask={false} size={760} title={t('数字的组成')} onClose={onClose} className="zg-cell-drawer">
      <Breadcrumb
        items={trail.map((one, at) => ({
          key: `${one.measure} ${one.part}`,
          title:
            at === trail.length - 1 ? (
              placeTitle(one)
            ) : (
              <button type="button" className="zg-trail" onClick={() => setTrail(trail.slice(0, at + 1))}>
                {placeTitle(one)}
              </button>
            ),
        }))}
      />
      <CellHead measure={measure} part={place.part} cell={cell} title={placeTitle(place)} />
      <PlaceLine definition={definition} state={state} cell={cell} part={place.part} />
      <Made
        definition={definition}
        state={state}
        cell={cell}
        measure={measure}
        part={place.part}
        onOpen={next => setTrail([...trail, next])}
      />
    </TabDrawer>
  )
}

/** The figure itself, large. */
function CellHead({ measure, part, cell, title }: { measure: MeasureDefinition; part: CellPart; cell: Cell; title: string }) {
  const value = valuesOf(cell, part)[measure.name] ?? null
  const shown = showFigure(kindOf(measure), value)
  const change = showChange(measure, cell, 'difference')
  const head = part === 'change' ? change : { text: shown.text, value: shown.exact, look: shown.isNegative ? ' zg-negative' : '' }
  return (
    <header className="zg-cell-head">
      <h2>{title}</h2>
      <span className={`zg-figure zg-cell-figure${head.look}`} title={head.value ?? undefined}>
        {head.text}
      </span>
      {measure.kind === 'money' && <span className="zg-currency">{cell.currency}</span>}
    </header>
  )
}

const valuesOf = (cell: Cell, part: CellPart): ReportValues => (part === 'was' ? (cell.was ?? {}) : cell.values)

interface MadeProps extends Omit<CellDrawerProps, 'onClose'> {
  readonly measure: MeasureDefinition
  readonly part: CellPart
  readonly onOpen: (place: Place) => void
}

/** Both sides of a change, the operands of a formula, or the lines. */
function Made({ definition, state, cell, measure, part, onOpen }: MadeProps) {
  const words = definition.compare.find(one => one.name === state.compare)
  const measureOf = (name: string): MeasureDefinition | undefined => definition.measures.find(one => one.name === name)
  const titleOf = (name: string): string => measureOf(name)?.title ?? name
  const values = valuesOf(cell, part)
  const value = values[measure.name] ?? null
  if (part === 'change' && words !== undefined)
    return (
      <ChangeParts
        measure={measure}
        words={words}
        cell={cell}
        titleOf={titleOf}
        onOpen={side => onOpen({ measure: measure.name, part: side })}
      />
    )
  const reason = part === 'was' && isEmpty(cell) ? t('这个期间没有数据') : missingReason(measure, values, titleOf, cell.rates)
  return (
    <>
      {value === null && <p className="zg-cell-reason">{reason}</p>}
      <p className="zg-formula">{measure.formula}</p>
      <p className="zg-cell-source">{measure.source}</p>
      {measure.operands.length > 0 ? (
        <Operands
          measure={measure}
          base={waterfallOf(definition)[0]}
          cell={{ values, rates: cell.rates }}
          measureOf={measureOf}
          onOpen={one => onOpen({ measure: one, part })}
        />
      ) : measure.class === 'none' ? null : (
        <LeafLines
          key={`${measure.name} ${part}`}
          definition={definition}
          state={state}
          cell={cell}
          measure={measure}
          value={value}
          compare={part === 'was' ? state.compare : null}
        />
      )}
    </>
  )
}

/** Nothing at all is known of the period it is held against. */
const isEmpty = (cell: Cell): boolean => cell.was === null || Object.values(cell.was).every(one => one === null)

/** Where the figure stands, and of which days it is. */
function PlaceLine({
  definition,
  state,
  cell,
  part,
}: Pick<CellDrawerProps, 'definition' | 'state' | 'cell'> & { readonly part: CellPart }) {
  const place = pathTitle(cell.path)
  const sides = part === 'now' || state.compare === null ? null : comparedDays(daysOf(state, cell.path), state.compare, cell.compared)
  if (sides === null) return <p className="zg-cell-place">{t('{place}，{from} 至 {to}', { place, from: state.from, to: state.to })}</p>
  const { now, before } = sides
  const text =
    part === 'was'
      ? t('{place}，{from} 至 {to}', { place, from: before.from, to: before.to })
      : t('{place}，{now} 对比 {was}', { place, now: daysText(now), was: daysText(before) })
  const words = leftOutWords(cell.compared, name => definition.measures.find(one => one.name === name)?.title ?? name)
  return (
    <>
      <p className="zg-cell-place">{text}</p>
      {words.map(one => (
        <p key={one} className="zg-cell-place">
          {one}
        </p>
      ))}
    </>
  )
}

const daysText = ({ from, to }: { readonly from: string; readonly to: string }): string => t('{from} 至 {to}', { from, to })
