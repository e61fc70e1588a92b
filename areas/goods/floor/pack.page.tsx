/** 打包台: a wave or a document, an item by scan, the document that it is for, its waybill by scan. */
import { useQuery } from '@tanstack/react-query'
import { Alert, Button, Empty, Flex, Tag } from 'antd'
import { useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import { api, ApiError } from '#platform/web/api/client.ts'
import { randomId } from '#platform/web/api/random-id.ts'
import { t } from '#platform/web/i18n/t.ts'
import { usePage } from '#platform/web/page/page-context.ts'
import { RowsFailed, RowsLoading } from '#platform/web/values/list-notices.tsx'
import { ScanInput } from '#platform/web/widgets/scan-input.tsx'
import { beep } from './beep.tsx'
import './floor.css'
import { ItemPicture } from './item-picture.tsx'
import type { PackDocument, PackScan, PackState } from './pack-wire.ts'

const shipped = 6

export default function PackPage() {
  const { menu } = usePage()
  const [search] = useSearchParams()
  const [no, setNo] = useState(search.get('no') ?? '')
  const { data, error, refetch } = useQuery({
    queryKey: ['floor', 'pack', no],
    queryFn: ({ signal }) => api.post<PackState>('/goodsWave/open', { no }, { signal, quiet: true }),
    enabled: no !== '',
    gcTime: 0,
  })
  return (
    <div className="zg-floor zg-floor-wide">
      <h1>{menu.meta.title}</h1>
      {no === '' ? (
        <>
          <ScanInput onCode={setNo} placeholder={t('扫或输入波次号、出库单号')} />
          <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={t('先扫波次或出库单，再逐件扫商品')} />
        </>
      ) : data !== undefined ? (
        <Bench key={data.no} opened={data} onClose={() => setNo('')} />
      ) : error === null ? (
        <RowsLoading />
      ) : (
        <>
          <RowsFailed error={error} onRetry={() => void refetch()} />
          <Button onClick={() => setNo('')}>{t('换一个波次')}</Button>
        </>
      )}
    </div>
  )
}

function Bench({ opened, onClose }: { opened: PackState; onClose: () => void }) {
  const [{ no, documents }, setState] = useState(opened)
  const [outId, setOutId] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  /** of one scan: two alike follow each other quickly, and one that was not answered is the same when it is scanned again */
  const scanKey = useRef(randomId())
  const [said, setSaid] = useState<{ readonly isRight: boolean; readonly text: string } | null>(null)
  const at = documents.find(one => one.id === outId && one.state !== shipped)
  const isComplete = at?.isComplete === true
  const left = documents.filter(one => one.state !== shipped)
  const take = async (code: string): Promise<void> => {
    setBusy(true)
    try {
      if (isComplete && at !== undefined) {
        setState(await api.write<PackState>('/goodsWave/ship', { no, outId: at.id, waybill: code }, { quiet: true }))
        setSaid({ isRight: true, text: t('{no} 已发运', { no: at.no }) })
        setOutId(null)
      } else {
        const after = await api.write<PackScan>(
          '/goodsWave/packItem',
          { no, code, key: scanKey.current, ...(outId === null ? {} : { outId }) },
          { quiet: true },
        )
        setState(after)
        setOutId(after.outId)
        const document = after.documents.find(one => one.id === after.outId)
        setSaid({ isRight: true, text: document?.isComplete === true ? t('已装齐，请扫运单') : t('放入 {no}', { no: document?.no ?? '' }) })
      }
      scanKey.current = randomId()
      beep(true)
    } catch (error) {
      if (!(error instanceof ApiError && error.status === 0)) scanKey.current = randomId()
      setSaid({ isRight: false, text: error instanceof ApiError ? error.msg : String(error) })
      beep(false)
    } finally {
      setBusy(false)
    }
  }
  return (
    <>
      <Flex justify="space-between" align="center" style={{ marginBottom: 8 }}>
        <Button onClick={onClose}>{t('换一个波次')}</Button>
        <span>{t('{no}：已发 {done} / {all}', { no, done: documents.length - left.length, all: documents.length })}</span>
      </Flex>
      <ScanInput onCode={code => void take(code)} busy={isBusy} placeholder={isComplete ? t('扫运单号') : t('扫商品')} />
      {said !== null && <Alert type={said.isRight ? 'success' : 'error'} showIcon title={said.text} role="status" />}
      {at !== undefined && <Parcel document={at} />}
      <ul className="zg-floor-list">
        {left
          .filter(one => one !== at)
          .map(one => (
            <li key={one.id}>
              <Button type="link" onClick={() => setOutId(one.id)}>
                {one.no}
              </Button>
              <span>{one.orderNo}</span>
              {one.isComplete ? <Tag color="green">{t('已装齐')}</Tag> : one.isBegun && <Tag color="blue">{t('装了一部分')}</Tag>}
              <span>{one.lines.map(line => `${line.sku} × ${line.quantity}`).join(' · ')}</span>
            </li>
          ))}
      </ul>
      {documents.length === 0 && <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={t('还没有拣好的单据，请先完成拣货')} />}
      {documents.length > 0 && left.length === 0 && <Alert type="success" showIcon title={t('全部发完')} />}
    </>
  )
}

function Parcel({ document }: { document: PackDocument }) {
  return (
    <section className="zg-floor-card" aria-label={document.no}>
      <p className="zg-floor-place">
        <strong>{document.no}</strong>
        <span>{document.orderNo}</span>
        {document.carrier !== null && <Tag>{document.carrier}</Tag>}
        {document.trackingNo !== null && <Tag>{document.trackingNo}</Tag>}
      </p>
      {document.lines.map(line => (
        <div key={line.id} className="zg-floor-item">
          <ItemPicture file={line.picture} name={line.name} />
          <div>
            <strong>{line.sku}</strong>
            <p>{line.name}</p>
          </div>
          <strong className="zg-floor-left">
            {line.packed} / {line.quantity}
          </strong>
        </div>
      ))}
    </section>
  )
}
