/** Foot of the right pane: what is chosen on both sides, what is left between them and what becomes of it, 确认勾对 and 直接归类. */
import { Button, Input, Radio, Select, type RefSelectProps } from 'antd'
import type { Ref } from 'react'
import { t } from '#platform/web/i18n/t.ts'
import type { OverviewAnswer } from '../answers.ts'
import { shownSums } from './figures.tsx'
import type { Remainder, Why } from './rest.tsx'
import type { Choice, Converting } from './use-choice.tsx'

const whys: Readonly<Record<Why, () => string>> = {
  lines: () => t('请先标记或勾选流水'),
  payments: () => t('请在右边勾选款项，或直接归类；账户间转账同时勾选转出和转入的流水'),
  remainder: () => t('两边有差额，请选择差额怎么处理'),
  transferKept: () => t('转账的差额只能记为手续费或汇兑差额'),
  currencies: () => t('一次最多核对两个币种，请分开核对'),
  sameWay: () => t('两个币种的金额方向相同，不是换汇，请分开核对'),
}
const names = ['keep', 'charge', 'exchange'] as const
const shortNames: Readonly<Record<Remainder, () => string>> = {
  keep: () => t('留待以后'),
  charge: () => t('手续费'),
  exchange: () => t('汇兑差额'),
}

interface ChoiceFootProps {
  readonly choice: Choice
  readonly hasKeys: boolean
  /** 直接归类 is being chosen */
  readonly isBooking: boolean
  readonly items: OverviewAnswer['items']
  readonly booking: Ref<RefSelectProps>
  readonly onConfirm: () => void
  readonly onBooking: (isOpen: boolean) => void
  readonly onBook: (item: number) => void
}

export function ChoiceFoot({ choice, hasKeys, isBooking, items, booking, onConfirm, onBooking, onBook }: ChoiceFootProps) {
  const { why } = choice.standing
  return (
    <footer className="zg-match-foot">
      <Rest choice={choice} />
      <div className="zg-match-acts">
        <Select<number>
          ref={booking}
          size="small"
          showSearch={{ optionFilterProp: 'label' }}
          open={isBooking}
          onOpenChange={onBooking}
          value={null}
          aria-label={t('直接归类')}
          placeholder={hasKeys ? t('直接归类 D') : t('直接归类')}
          options={[...items]}
          onSelect={value => onBook(value)}
        />
        <Button type="primary" size="small" disabled={why !== null} aria-describedby="zg-match-why" onClick={onConfirm}>
          {t('确认勾对')}
        </Button>
      </div>
      <p id="zg-match-why" className="zg-match-why">
        {why === null ? '' : whys[why]()}
      </p>
    </footer>
  )
}

function Rest({ choice: { standing, lines, payments, remainder, converting, setRemainder, setConverting, isEmpty } }: { choice: Choice }) {
  const { differences, why } = standing
  return (
    <div className="zg-match-rest" aria-live="polite">
      <span>{t('已选 {count} 笔 {sum}', { count: payments.size, sum: shownSums(standing.payments) })}</span>
      {!isEmpty && (
        <span className={differences.length === 0 ? '' : 'zg-match-doubt'}>
          {differences.length === 0 ? t('差额 0.00') : t('差额 {sum}', { sum: shownSums(differences) })}
        </span>
      )}
      {differences.length === 1 && (payments.size > 0 || lines.size > 1) && (
        <Radio.Group
          size="small"
          optionType="button"
          aria-label={t('余下的差额')}
          value={remainder}
          options={names.map(value => ({ value, label: shortNames[value]() }))}
          onChange={event => setRemainder(event.target.value as Remainder)}
        />
      )}
      {differences.length === 2 && why === null && <Conversion value={converting} onChange={setConverting} />}
    </div>
  )
}

function Conversion({ value, onChange }: { value: Converting; onChange: (change: Partial<Converting>) => void }) {
  const input = (name: keyof Converting, title: string) => (
    <Input
      size="small"
      className="zg-match-field"
      aria-label={title}
      placeholder={title}
      maxLength={200}
      value={value[name]}
      onChange={event => onChange({ [name]: event.target.value })}
    />
  )
  return (
    <>
      {input('rate', t('换汇汇率'))}
      {input('fee', t('换汇手续费'))}
      {input('reason', t('确认原因'))}
    </>
  )
}
