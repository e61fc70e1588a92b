/** The editor: toolbar, text, and pictures by button, paste or drop. */
import { EditorContent, useEditor, type Editor as TextEditor } from '@tiptap/react'
import { Alert, Spin } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { ApiError } from '../api/client.ts'
import { t } from '../i18n/t.ts'
import { extensions } from './extensions.ts'
import { mediaError, mediaOf, storeMedia, withoutForeignMedia } from './media.ts'
import type { RichTextProps } from './rich-text-props.ts'
import { Toolbar } from './toolbar.tsx'
import './rich-text.css'

const htmlOf = (editor: TextEditor): string => (editor.isEmpty ? '' : editor.getHTML())

/** Stores files one after the other and puts each where the cursor is. */
function useMedia(editor: () => TextEditor | null) {
  const [busy, setBusy] = useState(false)
  const [fault, setFault] = useState<string | null>(null)

  async function take(files: readonly File[]): Promise<void> {
    setFault(null)
    setBusy(true)
    try {
      for (const file of files) {
        const refused = mediaError(file)
        if (refused !== null) {
          setFault(refused)
          continue
        }
        const src = await storeMedia(file)
        if (mediaOf(file) === 'video') editor()?.chain().focus().insertContent({ type: 'video', attrs: { src } }).run()
        else editor()?.chain().focus().setImage({ src, alt: file.name }).run()
      }
    } catch (error) {
      setFault(error instanceof ApiError ? error.msg : t('上传失败，请检查网络后重试'))
      if (!(error instanceof ApiError)) console.error(error)
    } finally {
      setBusy(false)
    }
  }
  return { busy, fault, take, forget: () => setFault(null) }
}

export default function Editor({ id, disabled, isRead = false, value, onChange }: RichTextProps) {
  const holder = useRef<TextEditor | null>(null)
  const media = useMedia(() => holder.current)
  const written = useRef(value)
  const takeFiles = (list: FileList | undefined): boolean => {
    const files = [...(list ?? [])]
    if (files.length === 0) return false
    void media.take(files)
    return true
  }
  const editor = useEditor({
    extensions,
    content: value,
    editable: !disabled,
    shouldRerenderOnTransaction: true,
    editorProps: {
      attributes: { ...(isRead ? {} : { role: 'textbox', 'aria-multiline': 'true' }), ...(id === undefined ? {} : { id }) },
      transformPastedHTML: withoutForeignMedia,
      // a table copied in Excel comes as a picture too: its cells are wanted
      handlePaste: (_, event) => event.clipboardData?.types.includes('text/html') !== true && takeFiles(event.clipboardData?.files),
      handleDrop: (_, event, __, moved) => !moved && takeFiles(event.dataTransfer?.files),
    },
    onCreate: ({ editor: made }) => {
      holder.current = made
    },
    onUpdate: ({ editor: changed }) => {
      written.current = htmlOf(changed)
      onChange(written.current)
    },
  })
  // the form put another text in (the latest one after a conflict)
  useEffect(() => {
    if (value === written.current) return
    written.current = value
    editor?.commands.setContent(value, { emitUpdate: false })
  }, [editor, value])

  return (
    <div className={isRead ? 'zg-rich-text zg-rich-text-read' : 'zg-rich-text'}>
      {media.fault === null ? null : <Alert type="error" showIcon title={media.fault} closable={{ onClose: media.forget }} />}
      {disabled || editor === null ? null : <Toolbar editor={editor} onFiles={files => void media.take(files)} />}
      <Spin spinning={media.busy} description={t('正在上传')}>
        <EditorContent editor={editor} className="zg-rich-text-body" />
      </Spin>
    </div>
  )
}
