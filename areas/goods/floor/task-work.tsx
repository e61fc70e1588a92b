/** A task in somebody's hands: scan the place, the item, the target; type how many; say what is missing. */
import { Alert, Button, Flex, Select } from 'antd'
import { useState } from 'react'
import { add, compare, subtract } from '#platform/format/decimal.ts'
import { api, ApiError } from '#platform/web/api/client.ts'
import { t } from '#platform/web/i18n/t.ts'
import { TabModal } from '#platform/web/page/tab-modal.tsx'
import { ScanInput } from '#platform/web/widgets/scan-input.tsx'
import { beep } from './beep.tsx'
import { HandOver } from './hand-over.tsx'
import { Keypad } from './keypad.tsx'
import { LineCard, NextLine } from './task-line.tsx'
import { useSentUntilAnswered } from './use-sent-until-answered.tsx'
import type { FloorLine, FloorScan, FloorWork } from './wire.ts'

interface Said {
  readonly isRight: boolean
  readonly text: string
}
const saidOf = (error: unknown): Said => ({ isRight: false, text: error instanceof ApiError ? error.msg : String(error) })
const leftOf = (line: FloorLine): string => subtract(line.quantity ?? '0', line.doneQty)

interface At {
  readonly line: FloorLine | undefined
  /** the line that the code fits */
  readonly meant: FloorLine | undefined
  readonly quantity: string
  readonly isPutting: boolean
  readonly isCount: boolean
}
interface Met {
  readonly said: Said
  /** the line that one is at from now on */
  readonly line?: FloorLine
  readonly quantity?: string
  /** the target was scanned: the line is confirmed */
  readonly toId?: string
  readonly extra?: true
}
const right = (text: string): Said => ({ isRight: true, text })
const wrong = (text: string): Said => ({ isRight: false, text })

/** What a scan means for the line that somebody is at. */
function meet(scanned: FloorScan, { line, meant, quantity, isPutting, isCount }: At): Met {
  if (scanned.fits === 'to' && scanned.locationId !== null)
    return quantity === '' ? { said: wrong(t('请先扫商品，或输入数量')) } : { said: right(t('正在确认')), toId: scanned.locationId }
  if (scanned.fits === 'other') return { said: right(t('盘点单里没有这个商品，输入数量后会添加一行')), extra: true, quantity: '' }
  if (meant === undefined) return { said: wrong(scanned.said) }
  const isSame = meant.id === line?.id
  if (scanned.fits === 'from') {
    const said = right(t('库位 {place} 正确，请扫商品', { place: meant.from ?? '' }))
    return { said, line: meant, quantity: isSame ? quantity : '' }
  }
  if (!isSame && !isPutting && meant.fromId !== line?.fromId)
    return { said: wrong(t('{sku} 应到 {place}', { sku: meant.sku, place: meant.from ?? '' })) }
  const next = add(isSame && quantity !== '' ? quantity : '0', scanned.unitQty)
  const most = leftOf(meant)
  const said = right(isPutting ? t('商品正确，请扫放入的库位') : t('商品正确'))
  return { said, line: meant, quantity: !isCount && compare(next, most) > 0 ? most : next }
}

interface WorkProps {
  readonly work: FloorWork
  readonly onWork: (work: FloorWork) => void
  readonly onClose: () => void
}

/** The line that somebody is at, and what he has scanned and typed for it. */
function useLine(work: FloorWork) {
  const open = work.lines.filter(line => !line.isDone)
  const [chosen, setChosen] = useState<string | null>(null)
  const [quantity, setQuantity] = useState('')
  const [said, setSaid] = useState<Said | null>(null)
  const [missing, setMissing] = useState(false)
  /** a thing to be counted that no line names */
  const [extra, setExtra] = useState<FloorScan | null>(null)
  /** the bin that was scanned last: what no line names is counted there */
  const [bin, setBin] = useState<{ readonly id: string; readonly code: string } | null>(null)
  const line = open.find(one => one.id === chosen) ?? open[0]
  const place = bin ?? (line?.fromId == null ? null : { id: line.fromId, code: line.from ?? '' })
  const tell = (one: Said): void => {
    setSaid(one)
    beep(one.isRight)
  }
  const begin = (): void => {
    setQuantity('')
    setExtra(null)
    setMissing(false)
  }
  return { line, open, place, said, tell, begin, extra, setExtra, quantity, setQuantity, missing, setMissing, setChosen, setBin }
}

/** What scans and keys do to it. */
function useWork({ work, onWork, onClose }: WorkProps) {
  const [isCount, isPutting] = [work.mode === 'count' || work.mode === 'receive', work.mode === 'put']
  const now = useLine(work)
  const { line, place, extra, quantity, tell } = now
  const [isAsking, setAsking] = useState(false)
  const { send, isBusy, isWaiting } = useSentUntilAnswered<FloorWork>(
    after => {
      now.begin()
      tell(right(t('已确认')))
      onWork(after)
    },
    error => tell(saidOf(error)),
  )
  const confirm = (toId: string | null): void => {
    if (extra !== null) {
      const batch = extra.batchId === null ? {} : { batchId: extra.batchId }
      send('/goodsTask/found', { taskId: work.id, productId: extra.productId, locationId: place?.id, quantity, ...batch })
    } else if (line !== undefined) send('/goodsTask/confirm', { lineId: line.id, quantity, ...(toId === null ? {} : { toId }) })
  }
  const take = async (code: string): Promise<void> => {
    setAsking(true)
    try {
      const scanned = await api.write<FloorScan>('/goodsTask/scan', { id: work.id, code, lineId: line?.id }, { quiet: true })
      met(scanned)
    } catch (error) {
      tell(saidOf(error))
    } finally {
      setAsking(false)
    }
  }
  const met = (scanned: FloorScan): void => {
    const meant = work.lines.find(one => one.id === scanned.lineId)
    const found = meet(scanned, { line, meant, quantity, isPutting, isCount })
    tell(found.said)
    if (found.extra === true) now.setExtra(scanned)
    if (found.line !== undefined) {
      now.setExtra(null)
      now.setChosen(found.line.id)
      if (scanned.fits === 'from' && found.line.fromId !== null) now.setBin({ id: found.line.fromId, code: found.line.from ?? '' })
    }
    if (found.quantity !== undefined) now.setQuantity(found.quantity)
    if (found.toId !== undefined) confirm(found.toId)
  }
  const finish = async (assigneeId?: string): Promise<void> => {
    try {
      if (assigneeId === undefined) await api.write('/goodsTask/finish', { id: work.id }, { quiet: true })
      else await api.write('/goodsTask/handOver', { id: work.id, assigneeId }, { quiet: true })
      beep(true)
      onClose()
    } catch (error) {
      tell(saidOf(error))
    }
  }
  return { ...now, reasons: work.reasons, isBusy, isWaiting, isAsking, isCount, isPutting, send, take, confirm, finish }
}

export function TaskWork(props: WorkProps) {
  const { work, onClose } = props
  const now = useWork(props)
  const { line, open, said, isWaiting, isBusy, isAsking } = now
  const { isOver } = work
  return (
    <div className="zg-floor-work">
      <Flex justify="space-between" align="center">
        <Button onClick={onClose}>{t('返回列表')}</Button>
        <span>{t('{done} / {all} 行', { done: work.lines.length - open.length, all: work.lines.length })}</span>
        {!isOver && <HandOver id={work.id} onChoose={colleague => void now.finish(colleague)} />}
      </Flex>
      {isWaiting && <Alert type="warning" showIcon title={t('没有收到回答，正在重新发送，请勿重复扫码')} />}
      {said !== null && <Alert type={said.isRight ? 'success' : 'error'} showIcon title={said.text} role="status" />}
      {!isOver && <ScanInput onCode={code => void now.take(code)} busy={isBusy || isAsking} />}
      {isOver ? (
        <Alert
          type="success"
          showIcon
          title={t('作业 {no} 已完成', { no: work.no })}
          action={<Button onClick={onClose}>{t('下一个')}</Button>}
        />
      ) : line === undefined && now.extra === null ? (
        <Button type="primary" size="large" block onClick={() => void now.finish()}>
          {t('全部做完，结束作业')}
        </Button>
      ) : (
        <LineWork now={now} line={line} />
      )}
      {work.mayEnd && !isOver && line !== undefined && (
        <Button block disabled={isBusy} onClick={() => void now.finish()}>
          {t('结束移位')}
        </Button>
      )}
    </div>
  )
}

function LineWork({ now, line }: { now: ReturnType<typeof useWork>; line: FloorLine | undefined }) {
  const { open, extra, quantity, isBusy, isCount, isPutting } = now
  const left = line === undefined || isCount ? null : leftOf(line)
  const next = line === undefined ? undefined : open[(open.indexOf(line) + 1) % open.length]
  return (
    <>
      {extra !== null ? (
        <Alert
          type="info"
          showIcon
          title={t('添加到 {place} 的商品', { place: now.place?.code ?? '' })}
          closable
          onClose={() => now.setExtra(null)}
        />
      ) : (
        line !== undefined && <LineCard line={line} isPutting={isPutting} left={left} />
      )}
      <NextLine line={next === line ? undefined : next} isPutting={isPutting} />
      <Flex gap={8} align="center">
        <Button disabled={isBusy || open.length < 2} onClick={() => now.setChosen(next?.id ?? null)}>
          {t('跳到下一行')}
        </Button>
        {!isCount && (
          <Button danger disabled={isBusy} onClick={() => now.setMissing(true)}>
            {t('数量不够')}
          </Button>
        )}
      </Flex>
      <Keypad
        name={t('数量')}
        value={quantity}
        onChange={now.setQuantity}
        all={left}
        busy={isBusy}
        confirm={isPutting && line?.toId === null ? t('请扫库位') : t('确认')}
        onConfirm={() => now.confirm(null)}
      />
      {now.missing && line !== undefined && (
        <MissingDialog
          line={line}
          reasons={now.reasons}
          busy={isBusy}
          onClose={() => now.setMissing(false)}
          onSend={(found, reason) => now.send('/goodsTask/short', { lineId: line.id, found, reason })}
        />
      )}
    </>
  )
}

interface MissingProps {
  readonly line: FloorLine
  readonly reasons: FloorWork['reasons']
  readonly busy: boolean
  readonly onClose: () => void
  readonly onSend: (found: string, reason: string) => void
}
function MissingDialog({ line, reasons, busy, onClose, onSend }: MissingProps) {
  const [found, setFound] = useState('0')
  const [reason, setReason] = useState('1')
  return (
    <TabModal open title={t('{place} 的 {sku} 不够', { place: line.from ?? '', sku: line.sku })} footer={null} onCancel={onClose}>
      <p>{t('还要 {left}，这里实有多少？差的会从别的库位拣，并盘点这个库位。', { left: leftOf(line) })}</p>
      <Select
        value={reason}
        options={[...reasons]}
        onChange={setReason}
        aria-label={t('差异原因')}
        style={{ width: '100%', marginBottom: 8 }}
      />
      <Keypad
        name={t('实有数')}
        value={found}
        onChange={setFound}
        all={null}
        busy={busy}
        confirm={t('登记')}
        onConfirm={() => onSend(found, reason)}
      />
    </TabModal>
  )
}
