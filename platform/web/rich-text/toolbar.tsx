/** The editor's buttons. Each says its name and whether it is on. */
import {
  AlignCenterOutlined,
  AlignLeftOutlined,
  AlignRightOutlined,
  BoldOutlined,
  ClearOutlined,
  ItalicOutlined,
  OrderedListOutlined,
  PictureOutlined,
  RedoOutlined,
  StrikethroughOutlined,
  TableOutlined,
  UnderlineOutlined,
  UndoOutlined,
  UnorderedListOutlined,
  VideoCameraOutlined,
} from '@ant-design/icons'
import type { Editor } from '@tiptap/react'
import { Button, ColorPicker, Select, Tooltip } from 'antd'
import { useRef, type ReactNode } from 'react'
import { t } from '../i18n/t.ts'
import { LinkButton } from './link-button.tsx'
import { pictureTypes } from './media.ts'
import { clearable } from '../widgets/clearable.tsx'

/** px (1-shell section 9) */
const fontSizes = [12, 14, 16, 18, 20, 24, 28, 32, 36]
const textColours = ['#000000', '#595959', '#cf1322', '#d46b08', '#389e0d', '#096dd9', '#531dab']

interface ToolProps {
  readonly name: string
  readonly icon: ReactNode
  readonly on?: boolean
  readonly disabled?: boolean
  readonly onClick: () => void
}

function Tool({ name, icon, on, disabled = false, onClick }: ToolProps) {
  return (
    <Tooltip title={name} mouseEnterDelay={0.5}>
      <Button
        type={on === true ? 'primary' : 'text'}
        size="small"
        icon={icon}
        aria-label={name}
        {...(on === undefined ? {} : { 'aria-pressed': on })}
        disabled={disabled}
        // the selection stays in the text
        onMouseDown={event => event.preventDefault()}
        onClick={onClick}
      />
    </Tooltip>
  )
}

function FilesButton({ name, icon, accept, onFiles }: { name: string; icon: ReactNode; accept: string; onFiles: (files: File[]) => void }) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <Tool name={name} icon={icon} onClick={() => input.current?.click()} />
      <input
        ref={input}
        type="file"
        hidden
        multiple
        accept={accept}
        aria-label={t('选择文件：{name}', { name })}
        onChange={event => {
          onFiles([...(event.target.files ?? [])])
          // the same file may be chosen again after a refusal
          event.target.value = ''
        }}
      />
    </>
  )
}

function Styles({ editor }: { editor: Editor }) {
  const style = editor.getAttributes('textStyle')
  const size: unknown = style['fontSize']
  const colour: unknown = style['color']
  return (
    <>
      <Select<string>
        size="small"
        variant="borderless"
        aria-label={t('字号')}
        placeholder={t('字号')}
        allowClear={clearable()}
        popupMatchSelectWidth={90}
        value={typeof size === 'string' ? size : null}
        options={fontSizes.map(px => ({ value: `${px}px`, label: `${px}px` }))}
        onChange={(next: string | undefined) => {
          const chain = editor.chain().focus()
          void (next === undefined ? chain.unsetFontSize().run() : chain.setFontSize(next).run())
        }}
      />
      <ColorPicker
        size="small"
        allowClear
        value={typeof colour === 'string' ? colour : null}
        presets={[{ label: t('文字颜色'), colors: textColours }]}
        onChangeComplete={next => editor.chain().focus().setColor(next.toHexString()).run()}
        onClear={() => editor.chain().focus().unsetColor().run()}
      >
        <Button type="text" size="small" aria-label={t('文字颜色')}>
          <span style={typeof colour === 'string' ? { color: colour } : {}}>A</span>
        </Button>
      </ColorPicker>
    </>
  )
}

function Tables({ editor }: { editor: Editor }) {
  if (!editor.isActive('table')) {
    return (
      <Tool
        name={t('插入表格')}
        icon={<TableOutlined aria-hidden />}
        onClick={() => editor.chain().focus().insertTable({ rows: 3, cols: 3, withHeaderRow: true }).run()}
      />
    )
  }
  const inTable: readonly (readonly [name: string, run: () => boolean])[] = [
    [t('加行'), () => editor.chain().focus().addRowAfter().run()],
    [t('加列'), () => editor.chain().focus().addColumnAfter().run()],
    [t('删行'), () => editor.chain().focus().deleteRow().run()],
    [t('删列'), () => editor.chain().focus().deleteColumn().run()],
    [t('删除表格'), () => editor.chain().focus().deleteTable().run()],
  ]
  return inTable.map(([name, run]) => (
    <Button key={name} type="text" size="small" onClick={run}>
      {name}
    </Button>
  ))
}

export function Toolbar({ editor, onFiles }: { editor: Editor; onFiles: (files: File[]) => void }) {
  const act = () => editor.chain().focus()
  return (
    <div className="zg-rich-text-tools" role="toolbar" aria-label={t('文字格式')}>
      <Tool name={t('撤销')} icon={<UndoOutlined aria-hidden />} disabled={!editor.can().undo()} onClick={() => act().undo().run()} />
      <Tool name={t('重做')} icon={<RedoOutlined aria-hidden />} disabled={!editor.can().redo()} onClick={() => act().redo().run()} />
      <Styles editor={editor} />
      <Tool name={t('加粗')} icon={<BoldOutlined aria-hidden />} on={editor.isActive('bold')} onClick={() => act().toggleBold().run()} />
      <Tool
        name={t('斜体')}
        icon={<ItalicOutlined aria-hidden />}
        on={editor.isActive('italic')}
        onClick={() => act().toggleItalic().run()}
      />
      <Tool
        name={t('下划线')}
        icon={<UnderlineOutlined aria-hidden />}
        on={editor.isActive('underline')}
        onClick={() => act().toggleUnderline().run()}
      />
      <Tool
        name={t('删除线')}
        icon={<StrikethroughOutlined aria-hidden />}
        on={editor.isActive('strike')}
        onClick={() => act().toggleStrike().run()}
      />
      {(['left', 'center', 'right'] as const).map(side => (
        <Tool
          key={side}
          name={{ left: t('左对齐'), center: t('居中'), right: t('右对齐') }[side]}
          icon={
            {
              left: <AlignLeftOutlined aria-hidden />,
              center: <AlignCenterOutlined aria-hidden />,
              right: <AlignRightOutlined aria-hidden />,
            }[side]
          }
          on={editor.isActive({ textAlign: side })}
          onClick={() => act().setTextAlign(side).run()}
        />
      ))}
      <Tool
        name={t('项目符号')}
        icon={<UnorderedListOutlined aria-hidden />}
        on={editor.isActive('bulletList')}
        onClick={() => act().toggleBulletList().run()}
      />
      <Tool
        name={t('编号')}
        icon={<OrderedListOutlined aria-hidden />}
        on={editor.isActive('orderedList')}
        onClick={() => act().toggleOrderedList().run()}
      />
      <LinkButton editor={editor} />
      <FilesButton name={t('插入图片')} icon={<PictureOutlined aria-hidden />} accept={pictureTypes.join(',')} onFiles={onFiles} />
      <FilesButton name={t('插入视频')} icon={<VideoCameraOutlined aria-hidden />} accept="video/*" onFiles={onFiles} />
      <Tables editor={editor} />
      <Tool name={t('清除格式')} icon={<ClearOutlined aria-hidden />} onClick={() => act().unsetAllMarks().clearNodes().run()} />
    </div>
  )
}
