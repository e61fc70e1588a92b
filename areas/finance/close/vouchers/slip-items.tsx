/** The auxiliary items of a line. One that its account asks for and that is not there is chosen here, and saved by line. */
import { Button, Select } from 'antd'
import { useState } from 'react'
import { api } from '#platform/web/api/client.ts'
import { feedback } from '#platform/web/api/feedback.ts'
import { t } from '#platform/web/i18n/t.ts'
import { ignoreShownRefusal } from '#platform/web/api/ignore-shown-refusal.ts'
import type { PaperChoice, PaperEntry } from './answers.ts'

interface SlipItemsProps {
  readonly entry: PaperEntry
  readonly choices: readonly PaperChoice[]
  readonly mayFill: boolean
  readonly onFilled: () => void
}

export function SlipItems({ entry, choices, mayFill, onFilled }: SlipItemsProps) {
  return (
    <span className="zg-slip-items">
      {entry.items.map(one =>
        one.name === null ? null : (
          <span key={one.field}>
            {one.title} {one.name}
          </span>
        ),
      )}
      {entry.items.some(one => one.name === null) && <Lacking {...{ entry, choices, mayFill, onFilled }} />}
    </span>
  )
}

function Lacking({ entry, choices, mayFill, onFilled }: SlipItemsProps) {
  const lacking = entry.items.filter(one => one.name === null)
  // a voucher may lack hundreds: the selects come when a line is worked on
  const [isOpen, setOpen] = useState(false)
  const [chosen, setChosen] = useState<Readonly<Record<string, string>>>({})
  const [isBusy, setBusy] = useState(false)
  const says = t('缺 {items}', { items: lacking.map(one => one.title).join(t('、')) })
  if (!mayFill) return <span className="zg-slip-lacks">{says}</span>
  const save = async (): Promise<void> => {
    setBusy(true)
    try {
      await api.write('/VoucherEntry/fill', { id: entry.id, version: entry.version, items: chosen })
      feedback.success(t('第 {no} 行已保存', { no: entry.no }))
    } finally {
      setBusy(false)
      // also where somebody else was first: what stands there now is shown
      onFilled()
    }
  }
  return (
    // the line beneath is pressed by itself
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions, jsx-a11y/click-events-have-key-events
    <span className="zg-slip-fill" onClick={event => event.stopPropagation()}>
      {isOpen ? (
        <>
          {lacking.map((one, at) => (
            <Select
              key={one.field}
              status="error"
              size="small"
              autoFocus={at === 0}
              defaultOpen={at === 0}
              showSearch={{ optionFilterProp: 'label' }}
              aria-label={t('第 {no} 行的{title}', { no: entry.no, title: one.title })}
              placeholder={one.title}
              notFoundContent={t('没有在用的{title}项目，请先登记', { title: one.title })}
              options={choices.filter(({ kind }) => kind === one.kind).map(({ id, name }) => ({ value: id, label: name }))}
              onChange={(id: string) => setChosen(before => ({ ...before, [one.field]: id }))}
            />
          ))}
          <Button
            type="primary"
            size="small"
            loading={isBusy}
            disabled={Object.keys(chosen).length === 0}
            onClick={() => void ignoreShownRefusal(save())}
          >
            {t('保存')}
          </Button>
        </>
      ) : (
        <Button size="small" danger aria-label={t('第 {no} 行{says}，补填', { no: entry.no, says })} onClick={() => setOpen(true)}>
          {says}
        </Button>
      )}
    </span>
  )
}
