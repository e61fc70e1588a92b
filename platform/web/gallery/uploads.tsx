/** Uploads in every state: dialog, files on their way, reports of imports, pictures, the phone's way. */
import { Button } from 'antd'
import { useState } from 'react'
import { FilesControl } from '../files/files-control.tsx'
import type { FileRef } from '../files/use-files.ts'
import ScanUpload from '../files/scan-upload.tsx'
import { ImageCropper } from '../image/image-cropper.tsx'
import { settlementUpload } from './mock-definitions.ts'
import { importDetails, refusedImport, uploadedSettlement } from './mock-lists.ts'
import { FileList } from '../upload/file-list.tsx'
import { ImportHead, ImportReport } from '../upload/import-report.tsx'
import UploadDialog from '../upload/upload-dialog.tsx'
import type { FileQueue, QueuedFile } from '../upload/use-file-queue.ts'
import { Opened, Specimen } from './section.tsx'
import '../upload/upload.css'

const queued: QueuedFile = { key: '1', name: '结算报告.txt', size: 1_204_221, state: 'waiting', progress: 0, reason: null, uploaded: null }
const queue: FileQueue = {
  files: [
    { ...queued, key: '1', state: 'done', uploaded: uploadedSettlement },
    { ...queued, key: '2', name: '交易报告-2026-10.csv', state: 'sending', progress: 0.42 },
    { ...queued, key: '3', name: '交易报告-2026-09.csv' },
    { ...queued, key: '4', name: '说明.docx', state: 'refused', reason: '不支持此文件类型，请选择 .txt、.csv、.xlsx' },
    { ...queued, key: '5', name: '空文件.txt', size: 0, state: 'refused', reason: '文件是空的，请重新下载后再上传' },
  ],
  uploaded: [uploadedSettlement],
  isUploading: true,
  add: () => undefined,
  remove: () => undefined,
  recognised: () => undefined,
}
const nothing = (): void => undefined
const untouched = {
  lines: { read: 1203, merged: 0, unchanged: 0, refused: 0 },
  unmappedTypes: [],
  unmappedSkus: [],
  controlTotals: [],
}
const imports = [
  ['导入完成', importDetails()],
  ['导入被拒绝', refusedImport],
  ['正在导入', importDetails({ state: 'running', progress: 0.6, step: '合并' })],
  ['排队中', importDetails({ state: 'queued', progress: null, step: '排队中' })],
  ['已取消', importDetails({ ...untouched, state: 'cancelled' })],
  ['导入失败', importDetails({ ...untouched, state: 'failed' })],
] as const

export function Uploads() {
  return (
    <>
      <Specimen title="上传对话框（600 px）：日期范围、年月、查找下拉、模板、附件">
        <Opened title="导入结算报告">{close => <UploadDialog definition={settlementUpload} onClose={close} onImported={nothing} />}</Opened>
        <Opened title="带日期范围的上传">
          {close => <UploadDialog definition={{ ...settlementUpload, dateRange: true }} onClose={close} onImported={nothing} />}
        </Opened>
      </Specimen>
      <Specimen title="文件队列：完成、上传中、等待、被拒绝">
        <FileList queue={queue} ownerLabel={() => '深圳美国一店'} />
      </Specimen>
      {imports.map(([title, details]) => (
        <Specimen key={title} title={title}>
          <div className="zg-imports">
            <ImportHead details={details} />
            <ImportReport details={details} onChanged={nothing} />
          </div>
        </Specimen>
      ))}
    </>
  )
}

const picture = (id: string): FileRef => ({
  id,
  name: `商品图-${id}.jpg`,
  size: 812_000,
  type: 'IMAGE',
  link: `/api-2024/fileUpload/down2?id=${id}`,
})
const document = (id: string, name: string): FileRef => ({ ...picture(id), name, type: 'ATTACHMENT' })

function Held({ first, ...options }: Omit<Parameters<typeof FilesControl>[0], 'value' | 'onChange'> & { first: readonly FileRef[] }) {
  const [value, setValue] = useState(first)
  return <FilesControl {...options} value={value} onChange={setValue} />
}

/** A picture made here, so that the cropper has something to cut. */
function drawnPicture(): Promise<File> {
  const canvas = window.document.createElement('canvas')
  canvas.width = 600
  canvas.height = 400
  const pen = canvas.getContext('2d')
  if (pen !== null) {
    pen.fillStyle = '#8ab4d8'
    pen.fillRect(0, 0, 600, 400)
    pen.fillStyle = '#d48a5a'
    pen.fillRect(200, 120, 200, 160)
  }
  return new Promise(done =>
    canvas.toBlob(blob => done(new File(blob === null ? [] : [blob], '商品图.png', { type: 'image/png' })), 'image/png'),
  )
}

function Cropping() {
  const [file, setFile] = useState<File | null>(null)
  return (
    <>
      <Button onClick={() => void drawnPicture().then(setFile)}>裁剪一张图片</Button>
      {file !== null && <ImageCropper file={file} onDone={() => setFile(null)} onCancel={() => setFile(null)} />}
    </>
  )
}

export function Pictures() {
  return (
    <>
      <Specimen title="附件：空">
        <Held first={[]} />
      </Specimen>
      <Specimen title="附件：有文件，可扫码">
        <Held first={[document('1', '质检报告.pdf'), document('2', '采购合同（盖章）.docx')]} />
      </Specimen>
      <Specimen title="图片：8 张已满">
        <Held first={Array.from({ length: 8 }, (_, at) => picture(String(at + 1)))} accept="image" />
      </Specimen>
      <Specimen title="图片：只读">
        <Held first={[picture('1'), picture('2')]} accept="image" disabled />
      </Specimen>
      <Specimen title="图片裁剪（154×154、2 MB、缩放、旋转）">
        <Cropping />
      </Specimen>
    </>
  )
}

export function Scans() {
  return (
    <Specimen title="扫码上传对话框（500 px）：等待、已收到、已过期、获取失败">
      {(
        [
          ['等待扫码', 'ATTACHMENT'],
          ['已收到图片', 'IMAGE'],
          ['二维码已过期', 'HELP_CENTER'],
          ['二维码获取失败', 'HTML_IMAGE'],
        ] as const
      ).map(([title, type]) => (
        <Opened key={title} title={title}>
          {close => <ScanUpload type={type} onClose={close} onDone={nothing} />}
        </Opened>
      ))}
    </Specimen>
  )
}
