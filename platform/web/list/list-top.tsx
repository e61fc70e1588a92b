/** What stands above the rows of a list: the title line with the tools, and the filters; on a phone one row of both. */
import { TableOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { Suspense, type ReactNode } from 'react'
import type { ListDefinition, Row } from '../../declare/wire.ts'
import { PinButton } from '../cards/pin-button.tsx'
import { t } from '../i18n/t.ts'
import { useIsMobile } from '../page/use-is-mobile.ts'
import { lazyPart } from '../page/lazy-part.tsx'
import { FilterBar } from './filter-bar.tsx'
import { filterQuery } from '../values/list-query.ts'
import type { ListState } from '../values/list-state.ts'
import { ColumnTools, Tools, type BeginButtons } from './list-tools.tsx'
import { PhoneSort, PhoneTools } from './phone-tools.tsx'
import { today } from '../page/today.ts'
import type { ViewSwitchProps } from '../views/view-switch.tsx'
import type { ListActions } from '../actions/use-actions.tsx'
import type { useCards } from './use-cards.ts'
import type { ColumnLayout } from '../table/use-column-layout.ts'
import { useFittingHead } from './use-fitting-head.ts'
import type { ListHook } from './use-list.ts'
import { showValue } from '../values/value.ts'

/** Only some lists are seen as something else than their table; what the switch needs comes with the first of them. */
const ViewSwitch = lazyPart<ViewSwitchProps>(() => import('../views/view-switch.tsx').then(one => ({ default: one.ViewSwitch })))

/** Title line: the name, the page's tools at the right. */
interface ListHeadProps {
  readonly type: string
  readonly title: string
  readonly tools: ReactNode
  readonly switching: ReactNode
  readonly told: string
}
function ListHead({ type, title, tools, switching, told }: ListHeadProps) {
  const head = useFittingHead()
  // on a phone the tab says the name, and the tools stand beside the search
  if (useIsMobile()) return <h1 className="zg-hidden">{title}</h1>
  return (
    <header ref={head} className="zg-list-head">
      <div className="zg-list-title">
        <h1>{title}</h1>
        {told !== '' && <span className="zg-list-told">{told}</span>}
        <PinButton type={type} title={title} />
        {switching}
      </div>
      <div className="zg-list-tools">{tools}</div>
    </header>
  )
}

/** What the first row says of all. */
function toldOf({ told, result }: ListDefinition, row: Row | undefined): string {
  const field = result.find(one => one.field === told)
  if (field === undefined || row === undefined) return ''
  const { text } = showValue(field, row, [t('是'), t('否')])
  return t('{what}：{value}', { what: field.title, value: text })
}

interface PhoneBarProps {
  readonly definition: ListDefinition
  readonly title: string
  readonly state: ListState
  readonly cards: ReturnType<typeof useCards>
  readonly switching: ReactNode
  readonly tools: ReactNode
  readonly begin: ReactNode
  readonly onState: (state: ListState) => void
}

/** What stands beside the search on a phone: all other tools behind one button, and what begins something. */
function PhoneBar({ definition, title, state, cards, switching, tools, begin, onState }: PhoneBarProps) {
  return (
    <>
      <PhoneTools>
        {switching}
        <PhoneSort definition={definition} state={state} onState={onState} />
        <Button icon={<TableOutlined aria-hidden />} onClick={cards.toggle}>
          {cards.isOn ? t('显示为表格') : t('显示为卡片')}
        </Button>
        {tools}
        <PinButton type={definition.type} title={title} />
      </PhoneTools>
      {begin}
    </>
  )
}

interface ListTopProps {
  readonly definition: ListDefinition
  readonly title: string
  readonly list: ListHook
  readonly layout: ColumnLayout
  readonly actions: ListActions
  readonly begin: BeginButtons
  readonly cards: ReturnType<typeof useCards>
  /** rows were changed: the list asks again */
  readonly onChanged: () => void
}

export function ListTop({ definition, title, list, layout, actions, begin, cards, onChanged }: ListTopProps) {
  const isMobile = useIsMobile()
  const { fixed, state, isReady, setState, rows, selection } = list
  const switching = definition.shownAs !== undefined && (
    <Suspense fallback={null}>
      <ViewSwitch definition={definition} state={state} onState={setState} />
    </Suspense>
  )
  const tools = (
    <Tools
      definition={definition}
      actions={actions}
      begin={isMobile ? { ...begin, primary: null } : begin}
      columns={layout.columns}
      chooser={<ColumnTools definition={definition} layout={layout} isReady={isReady} state={state} onState={setState} />}
      list={{ fixed, state, selection, total: rows.data?.total, query: filterQuery(definition, state, fixed, today()), onChanged }}
    />
  )
  const bar = { definition, title, state, cards, switching, tools, begin: begin.primary }
  return (
    <>
      <ListHead type={definition.type} title={title} tools={tools} switching={switching} told={toldOf(definition, rows.data?.list[0])} />
      <FilterBar
        definition={definition}
        state={state}
        onState={setState}
        tools={isMobile ? <PhoneBar {...bar} onState={setState} /> : null}
      />
    </>
  )
}
