/** Left pane: how many lines, their order, the search among them, the lines, and what is ticked. */
import { Input, Select } from 'antd'
import { withThousands } from '#platform/format/numbers.ts'
import { t } from '#platform/web/i18n/t.ts'
import { useDebounced } from '#platform/web/values/use-debounced.ts'
import { clearableText } from '#platform/web/widgets/clearable.tsx'
import { shownSums } from './figures.tsx'
import { LineList } from './line-list.tsx'
import type { LinesAsk } from './lines.tsx'
import { NothingOpen } from './nothing-open.tsx'
import { sumsOf } from './rest.tsx'
import { allLines, type Desk } from './use-desk.tsx'

const searchDelayMs = 300

export function LinePane({ desk }: { readonly desk: Desk }) {
  const { ask, query, lines, choice, boxes } = desk
  return (
    <div className="zg-match-pane">
      <LinesTop desk={desk} />
      {lines.length === 0 && !query.isFetching ? (
        <NothingOpen accounts={[]} accountId={null} isFiltered onReset={() => desk.setAsk(allLines)} onImport={null} />
      ) : (
        <LineList
          box={boxes.lines}
          lines={lines}
          marked={desk.marked?.id ?? null}
          ticked={choice.lines}
          taken={desk.writes.taken}
          withAccount={ask.accountId === null}
          isStale={query.isPlaceholderData}
          onMark={line => {
            desk.mark(line)
            if (desk.isMobile) desk.setSheet(true)
          }}
          onTick={choice.tickLine}
          onFocus={() => desk.setPane('lines')}
          onMore={query.hasNextPage && !query.isFetching ? () => void query.fetchNextPage() : null}
        />
      )}
      <div className="zg-match-left-foot" aria-live="polite">
        {choice.lines.size === 0
          ? desk.isMobile
            ? t('点方框勾选多笔')
            : t('空格勾选多笔')
          : t('已选 {count} 笔 {sum}', { count: choice.lines.size, sum: shownSums(sumsOf([...choice.lines.values()])) })}
      </div>
    </div>
  )
}

function LinesTop({ desk: { ask, setAsk, overview, lines, boxes } }: { readonly desk: Desk }) {
  const { lineSearch, lines: list } = boxes
  const typed = useDebounced((keyword: string) => setAsk(was => ({ ...was, keyword })), searchDelayMs)
  // of a search as many as are there
  const count = ask.keyword === '' ? (overview.data?.open ?? lines.length) : lines.length
  return (
    <div className="zg-match-top">
      <h2>{t('银行流水 ({count})', { count: withThousands(String(count)) })}</h2>
      <Select<LinesAsk['order']>
        size="small"
        variant="borderless"
        aria-label={t('排序')}
        value={ask.order}
        popupMatchSelectWidth={false}
        options={[
          { value: 'day', label: t('日期') },
          { value: 'amount', label: t('金额') },
          { value: 'confidence', label: t('匹配度') },
        ]}
        onChange={order => setAsk(was => ({ ...was, order }))}
      />
      <Input
        ref={lineSearch}
        size="small"
        allowClear={clearableText()}
        aria-label={t('查找流水')}
        placeholder={t('搜索 /')}
        maxLength={100}
        onChange={event => typed.later(event.target.value.trim())}
        onKeyDown={event => {
          if (event.key !== 'Escape' && event.key !== 'ArrowDown' && event.key !== 'Enter') return
          event.preventDefault()
          event.stopPropagation()
          list.current?.focus()
        }}
      />
    </div>
  )
}
