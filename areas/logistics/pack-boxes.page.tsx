/** 装箱台: an order by its number, units by scan into the open box, size and weight, the next box. */
import { Alert, Button, Flex, InputNumber, Progress, Tag } from 'antd'
import { useRef, useState } from 'react'
import { api, ApiError } from '#platform/web/api/client.ts'
import { randomId } from '#platform/web/api/random-id.ts'
import { t } from '#platform/web/i18n/t.ts'
import { ScanInput } from '#platform/web/widgets/scan-input.tsx'
import { ByNumber } from './by-number.tsx'
import type { BoxBench } from './pack-wire.ts'

export default function PackBoxesPage() {
  return (
    <ByNumber
      name="packBoxes"
      ask={(no, signal) => api.post<BoxBench>('/packingBox/open', { no }, { signal, quiet: true })}
      hint={t('先打开一张已配货的发货单，再逐件扫商品')}
    >
      {opened => <Bench key={opened.id} opened={opened} />}
    </ByNumber>
  )
}

function Bench({ opened }: { opened: BoxBench }) {
  const [{ id, lines, boxes }, setState] = useState(opened)
  const [lineId, setLineId] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const scanKey = useRef(randomId())
  const [said, setSaid] = useState<{ readonly isRight: boolean; readonly text: string } | null>(null)
  const open = boxes.find(box => !box.isSealed)
  const at = lines.find(line => line.id === lineId)
  const left = lines.filter(line => Number(line.packed) < Number(line.held))
  const send = async (work: () => Promise<string>): Promise<void> => {
    setBusy(true)
    try {
      setSaid({ isRight: true, text: await work() })
      scanKey.current = randomId()
    } catch (error) {
      // one that was not answered is sent again with its key
      if (!(error instanceof ApiError && error.status === 0)) scanKey.current = randomId()
      setSaid({ isRight: false, text: error instanceof ApiError ? error.msg : String(error) })
    } finally {
      setBusy(false)
    }
  }
  const scan = (code: string) =>
    send(async () => {
      const after = await api.write<BoxBench & { lineId: string }>(
        '/packingBox/scanItem',
        { id, code, key: scanKey.current },
        { quiet: true },
      )
      setState(after)
      setLineId(after.lineId)
      return t('放入第 {n} 箱', { n: after.boxes.find(box => !box.isSealed)?.boxNo ?? '' })
    })
  const seal = (size: Size) =>
    send(async () => {
      setState(await api.write<BoxBench>('/packingBox/sealBox', { id, boxId: open?.id, ...size }, { quiet: true }))
      return t('已封箱，下一件放入新箱')
    })
  const [packed, held] = [lines, lines].map((of, which) => of.reduce((sum, one) => sum + Number(which === 0 ? one.packed : one.held), 0))
  return (
    <Flex vertical gap={12}>
      <span>{t('已装 {packed} / {held} 件，{n} 箱', { packed: packed ?? 0, held: held ?? 0, n: boxes.length })}</span>
      <Progress percent={held === 0 ? 0 : Math.floor(((packed ?? 0) * 100) / (held ?? 1))} aria-label={t('装箱进度')} />
      <ScanInput onCode={code => void scan(code)} busy={isBusy} placeholder={t('扫商品、FNSKU 或箱码')} />
      {said !== null && <Alert type={said.isRight ? 'success' : 'error'} showIcon title={said.text} role="status" />}
      {at !== undefined && (
        <Flex gap={8} align="center" wrap>
          <strong>{at.label ?? at.sku}</strong>
          <span>{at.name}</span>
          <Tag>{`${at.packed} / ${at.held}`}</Tag>
        </Flex>
      )}
      {open !== undefined && (
        <SealForm key={open.id} boxNo={open.boxNo} units={open.units} busy={isBusy} onSeal={size => void seal(size)} />
      )}
      {left.length === 0 && open === undefined && boxes.length > 0 && <Alert type="success" showIcon title={t('全部装完')} />}
      <Rest left={left} boxes={boxes} />
    </Flex>
  )
}

/** What is still to be packed, and the boxes that are sealed. */
function Rest({ left, boxes }: Pick<BoxBench, 'boxes'> & { left: BoxBench['lines'] }) {
  return (
    <Flex vertical gap={4}>
      {left.map(line => (
        <Flex key={line.id} justify="space-between" gap={8}>
          <span>{line.label ?? line.sku}</span>
          <span>{t('还要装 {n}', { n: Number(line.held) - Number(line.packed) })}</span>
        </Flex>
      ))}
      {boxes
        .filter(box => box.isSealed)
        .map(box => (
          <Flex key={box.id} justify="space-between" gap={8}>
            <span>{t('第 {n} 箱', { n: box.boxNo })}</span>
            <span>{t('{units} 件，{weight} kg', { units: box.units, weight: box.weight ?? '—' })}</span>
          </Flex>
        ))}
    </Flex>
  )
}

type Side = 'length' | 'width' | 'height' | 'weight'
type Size = Readonly<Record<Side, string>>
function SealForm({ boxNo, units, busy, onSeal }: { boxNo: number; units: string; busy: boolean; onSeal: (size: Size) => void }) {
  const [size, setSize] = useState<Partial<Record<Side, string>>>({})
  const titles: Readonly<Record<Side, string>> = {
    length: t('长（cm）'),
    width: t('宽（cm）'),
    height: t('高（cm）'),
    weight: t('重量（kg）'),
  }
  const isWhole = (Object.keys(titles) as Side[]).every(name => (size[name] ?? '') !== '')
  return (
    <Flex gap={8} wrap align="center">
      <strong>{t('第 {n} 箱：{units} 件', { n: boxNo, units })}</strong>
      {(Object.keys(titles) as Side[]).map(name => (
        <InputNumber
          key={name}
          stringMode
          controls={false}
          min="0.01"
          max="9999"
          value={size[name] ?? null}
          onChange={value => setSize({ ...size, [name]: value === null ? '' : String(value) })}
          placeholder={titles[name]}
          aria-label={titles[name]}
          style={{ width: 120 }}
        />
      ))}
      <Button type="primary" disabled={!isWhole} loading={busy} onClick={() => onSeal(size as Size)}>
        {t('封箱')}
      </Button>
    </Flex>
  )
}
