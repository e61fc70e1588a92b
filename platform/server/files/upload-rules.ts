/** What each type of upload may be and how large: the types of 1-shell section 7 and those that decisions add. */
import type { Title } from '#platform/declare/title.ts'
import { sentence, type Wording } from '#platform/declare/sentence.ts'
import { pictureBytesMax } from '#platform/format/picture-limits.ts'
import { sniff, type FileType } from '../base/sniff.ts'
import { ownValue } from '#platform/declare/own-value.ts'

export type UploadType = 'HTML_IMAGE' | 'HTML_VIDEO' | 'HELP_CENTER' | 'IMAGE' | 'ATTACHMENT' | 'IMPORT'

export interface UploadRule {
  readonly bytesMax: number
  readonly types: readonly FileType[]
  /** what to say of a file that is too large */
  readonly tooLarge: Wording
  /** what to say of a file of another type */
  readonly wrongType: Wording
}

const MB = 1_048_576
const PICTURES: readonly FileType[] = ['jpeg', 'png', 'gif', 'webp']
const VIDEOS: readonly FileType[] = ['mp4', 'webm']
const DOCUMENTS: readonly FileType[] = ['pdf', 'xlsx', 'docx', 'pptx', 'compound', 'csv', 'text', 'zip']

export const UPLOAD_RULES: Record<UploadType, UploadRule> = {
  HTML_IMAGE: {
    bytesMax: pictureBytesMax.HTML_IMAGE,
    types: PICTURES,
    tooLarge: sentence`图片大小不能超过 1MB`,
    wrongType: sentence`图片类型要求：jpeg、jpg、png、gif、webp`,
  },
  HTML_VIDEO: {
    bytesMax: 200 * MB,
    types: VIDEOS,
    tooLarge: sentence`视频大小不能超过 200MB`,
    wrongType: sentence`视频类型要求：mp4、webm`,
  },
  HELP_CENTER: {
    bytesMax: pictureBytesMax.HELP_CENTER,
    types: [...PICTURES, ...VIDEOS, ...DOCUMENTS],
    tooLarge: sentence`文件大小不能超过 50MB`,
    wrongType: sentence`不支持这种文件，请上传图片、视频、PDF、Office 文档、文本或压缩包`,
  },
  IMAGE: {
    bytesMax: pictureBytesMax.IMAGE,
    types: ['jpeg', 'png'],
    tooLarge: sentence`图片大小不能超过2M`,
    wrongType: sentence`图片类型要求：jpeg、jpg、png`,
  },
  ATTACHMENT: {
    bytesMax: pictureBytesMax.ATTACHMENT,
    types: [...PICTURES, ...VIDEOS, ...DOCUMENTS],
    tooLarge: sentence`附件大小不能超过 50MB`,
    wrongType: sentence`不支持这种文件，请上传图片、视频、PDF、Office 文档、文本或压缩包`,
  },
  // html: some banks and marketplaces send tables of HTML under the name .xls; what they are the import says in its own words
  IMPORT: {
    bytesMax: 1024 * MB,
    types: ['xlsx', 'compound', 'csv', 'text', 'html', 'zip'],
    tooLarge: sentence`文件大小不能超过 1GB，请拆分后再上传`,
    wrongType: sentence`不是数据文件，请上传文本（.txt、.csv）或 Excel 工作簿（.xlsx、.xls）`,
  },
}

export function isUploadType(code: string): code is UploadType {
  return Object.hasOwn(UPLOAD_RULES, code)
}

export type Inspected = { readonly type: FileType; readonly refusal: null } | { readonly type: FileType; readonly refusal: Wording }

/** Endings that promise a type. A zip is fine where an Office file is promised: its parts may begin behind what sniff sees. */
const ENDINGS: Readonly<Record<string, readonly FileType[]>> = {
  jpg: ['jpeg'],
  jpeg: ['jpeg'],
  png: ['png'],
  gif: ['gif'],
  webp: ['webp'],
  svg: ['svg'],
  htm: ['html'],
  html: ['html'],
  pdf: ['pdf'],
  mp4: ['mp4'],
  mov: ['mp4'],
  webm: ['webm'],
  xlsx: ['xlsx', 'zip'],
  docx: ['docx', 'zip'],
  pptx: ['pptx', 'zip'],
  xls: ['compound'],
  doc: ['compound'],
  ppt: ['compound'],
  csv: ['csv', 'text'],
  txt: ['text', 'csv'],
  zip: ['zip', 'xlsx', 'docx', 'pptx'],
}
const TYPE_NAMES: Record<FileType, Title> = {
  jpeg: ['JPEG 图片', 'a JPEG picture'],
  png: ['PNG 图片', 'a PNG picture'],
  gif: ['GIF 图片', 'a GIF picture'],
  webp: ['WebP 图片', 'a WebP picture'],
  svg: ['SVG 图形', 'an SVG drawing'],
  pdf: ['PDF 文档', 'a PDF document'],
  mp4: ['MP4 视频', 'an MP4 video'],
  webm: ['WebM 视频', 'a WebM video'],
  xlsx: ['Excel 工作簿', 'an Excel workbook'],
  docx: ['Word 文档', 'a Word document'],
  pptx: ['PowerPoint 文稿', 'a PowerPoint file'],
  zip: ['压缩包', 'an archive'],
  gzip: ['gzip 压缩文件', 'a gzip archive'],
  compound: ['旧版 Office 文档', 'an old Office document'],
  html: ['网页', 'a web page'],
  csv: ['文本表格', 'a table of text'],
  text: ['文本', 'text'],
  binary: ['无法识别的数据', 'data of no known kind'],
}

/** Endings that a desktop, a browser or a web server runs, or is set up by, whatever is in the file. */
const RUN: ReadonlySet<string> = new Set(
  (
    'bat cmd com exe msi msp scr pif cpl dll sys jar jnlp vb vbe vbs js jse mjs cjs ws wsc wsf wsh hta ps1 ps1xml psm1 psd1 ' +
    'lnk url scf reg inf ins isp msc mst gadget application chm hlp xll sct shb shs sh bash zsh csh command desktop apk dmg pkg deb ' +
    'rpm py pyw pl php phar phtml php3 php4 php5 php7 phps jsp jspx jspf jhtml asp aspx ashx asmx asax ascx cgi fcgi cfm shtml shtm stm ' +
    'xhtml xht mht mhtml svgz htaccess htpasswd htgroup'
  ).split(' '),
)
/** The last ending, as a desktop reads it: Windows leaves out dots and blanks at the end. */
const endingOf = (name: string): string => /\.([^.\s]{1,20})[.\s]*$/.exec(name)?.[1]?.toLowerCase() ?? ''

/** What to say of a name whose ending promises another type than the content is; null where they agree or the ending promises nothing. */
function lieOf(name: string, type: FileType): Wording | null {
  const ending = endingOf(name)
  const promised = ownValue(ENDINGS, ending)
  if (promised === undefined || promised.includes(type)) return null
  return sentence`文件扩展名是 .${ending}，内容却是${TYPE_NAMES[type]}，请改正扩展名或另存后再上传`
}

/** Looks at the first SNIFF_BYTES of an upload: what it is, and why it is refused where it is. An empty file is never right. */
export function inspectUpload(upload: UploadType, firstBytes: Uint8Array, name = ''): Inspected {
  if (firstBytes.length === 0) return { type: 'binary', refusal: sentence`文件是空的，请检查后再上传` }
  const type = sniff(firstBytes)
  const ending = endingOf(name)
  if (RUN.has(ending)) return { type, refusal: sentence`不能上传会被直接运行的文件（.${ending}），请上传文档、图片、文本或压缩包` }
  // banks and marketplaces name their tables as they please: what a data file is, its import says
  const lie = upload === 'IMPORT' ? null : lieOf(name, type)
  if (!UPLOAD_RULES[upload].types.includes(type)) return { type, refusal: lie ?? UPLOAD_RULES[upload].wrongType }
  return { type, refusal: lie }
}
