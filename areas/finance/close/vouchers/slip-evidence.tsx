/** What one line rests on: the amounts that it is made of, their sum, and the way to the lines of each. */
import { CloseOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useState } from 'react'
import { compare, isZero, sum } from '#platform/format/decimal.ts'
import { showExact } from '#platform/format/numbers.ts'
import { api } from '#platform/web/api/client.ts'
import { t } from '#platform/web/i18n/t.ts'
import { ignoreShownRefusal } from '#platform/web/api/ignore-shown-refusal.ts'
import { useShell } from '#platform/web/page/shell-context.ts'
import type { PaperEntry, PaperSource } from './answers.ts'
import { foreign, isRed, shown } from './slip-words.tsx'

interface SlipEvidenceProps {
  readonly id: string
  readonly entry: PaperEntry
  readonly sources: readonly PaperSource[]
  readonly base: string
  readonly onClose: () => void
}

export function SlipEvidence({ id, entry, sources, base, onClose }: SlipEvidenceProps) {
  const isDebit = !isZero(entry.debit) || isZero(entry.credit)
  const line = isDebit ? entry.debit : entry.credit
  const own = sources.filter(one => (isDebit ? one.debitNo : one.creditNo) === entry.no)
  const total = sum(own.map(one => one.base))
  const isSame = compare(total, line) === 0
  const title = t('第 {no} 行的依据', { no: entry.no })
  return (
    <aside id={id} className="zg-slip-evidence" aria-label={title}>
      <header>
        <h3>{title}</h3>
        <Button type="text" size="small" icon={<CloseOutlined aria-hidden />} aria-label={t('关闭')} title={t('关闭')} onClick={onClose} />
      </header>
      <p>{`${entry.code} ${entry.account} · ${isDebit ? t('借方') : t('贷方')} ${showExact(line)}`}</p>
      <p className="zg-slip-balance" data-bad={!isSame || undefined}>
        {`${isSame ? '✓' : '✗'} ${t('依据合计')} ${showExact(total)} ${base}`}
      </p>
      <ul>
        {own.map(one => (
          <li key={one.id}>
            <b>{one.title}</b>
            <span data-red={isRed(one.base) || undefined} data-figure>
              {shown(one.base)}
            </span>
            <small>{[one.of, foreign(one, base)].filter(text => text !== '').join(' · ')}</small>
            <ToLines id={one.id} />
          </li>
        ))}
      </ul>
      {own.length === 0 && <p>{t('这一行没有依据')}</p>}
    </aside>
  )
}

function ToLines({ id }: { readonly id: string }) {
  const { open } = useShell()
  const [isBusy, setBusy] = useState(false)
  const show = async (): Promise<void> => {
    setBusy(true)
    try {
      const { page } = await api.write<{ page: string }>('/VoucherSource/lines', { id })
      open(page)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button type="link" size="small" loading={isBusy} onClick={() => void ignoreShownRefusal(show())}>
      {t('查看明细')}
    </Button>
  )
}
