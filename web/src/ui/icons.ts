// The icons of the app, under the app's names. Their size is --icon-size and their stroke is set in base.css.
import {
  AlarmClock as alarmClockShapes,
  ArchiveRestore as archiveRestoreShapes,
  Archive as archiveShapes,
  ArrowDown as arrowDownShapes,
  ArrowLeft as arrowLeftShapes,
  ArrowUp as arrowUpShapes,
  AtSign as atSignShapes,
  Ban as banShapes,
  BellOff as bellOffShapes,
  Bell as bellShapes,
  Bold as boldShapes,
  CalendarClock as calendarClockShapes,
  CalendarDays as calendarDaysShapes,
  CalendarPlus as calendarPlusShapes,
  CalendarRange as calendarRangeShapes,
  Calendar as calendarShapes,
  CheckCheck as checkCheckShapes,
  Check as checkShapes,
  CheckSquare as checkSquareShapes,
  ChevronDown as chevronDownShapes,
  ChevronLeft as chevronLeftShapes,
  ChevronRight as chevronRightShapes,
  ChevronsUpDown as chevronsUpDownShapes,
  ChevronUp as chevronUpShapes,
  CircleAlert as circleAlertShapes,
  CircleCheck as circleCheckShapes,
  CircleQuestionMark as circleQuestionMarkShapes,
  Clock as clockShapes,
  CloudOff as cloudOffShapes,
  Code as codeShapes,
  Command as commandShapes,
  Compass as compassShapes,
  Copy as copyShapes,
  Download as downloadShapes,
  Ellipsis as ellipsisShapes,
  ExternalLink as externalLinkShapes,
  EyeOff as eyeOffShapes,
  Eye as eyeShapes,
  FileArchive as fileArchiveShapes,
  FileAudio as fileAudioShapes,
  FileImage as fileImageShapes,
  File as fileShapes,
  FileText as fileTextShapes,
  FileVideo as fileVideoShapes,
  FolderInput as folderInputShapes,
  Folder as folderShapes,
  Forward as forwardShapes,
  Gift as giftShapes,
  Globe as globeShapes,
  Heading2 as heading2Shapes,
  History as historyShapes,
  Image as imageShapes,
  Inbox as inboxShapes,
  Info as infoShapes,
  Italic as italicShapes,
  Keyboard as keyboardShapes,
  Key as keyShapes,
  Link as linkShapes,
  ListOrdered as listOrderedShapes,
  List as listShapes,
  LogOut as logOutShapes,
  MailOpen as mailOpenShapes,
  Mail as mailShapes,
  MailX as mailXShapes,
  MapPin as mapPinShapes,
  Maximize2 as maximize2Shapes,
  Minimize2 as minimize2Shapes,
  Minus as minusShapes,
  Monitor as monitorShapes,
  Moon as moonShapes,
  OctagonAlert as octagonAlertShapes,
  PanelLeft as panelLeftShapes,
  Paperclip as paperclipShapes,
  Pencil as pencilShapes,
  PenLine as penLineShapes,
  Phone as phoneShapes,
  Plus as plusShapes,
  Printer as printerShapes,
  Quote as quoteShapes,
  Redo2 as redo2Shapes,
  RefreshCw as refreshCwShapes,
  RemoveFormatting as removeFormattingShapes,
  Repeat as repeatShapes,
  ReplyAll as replyAllShapes,
  Reply as replyShapes,
  Save as saveShapes,
  Search as searchShapes,
  Send as sendShapes,
  Settings as settingsShapes,
  SlidersHorizontal as slidersHorizontalShapes,
  Sparkles as sparklesShapes,
  Star as starShapes,
  StickyNote as stickyNoteShapes,
  Strikethrough as strikethroughShapes,
  Sunrise as sunriseShapes,
  Sun as sunShapes,
  Tag as tagShapes,
  Trash2 as trash2Shapes,
  TriangleAlert as triangleAlertShapes,
  Underline as underlineShapes,
  Undo2 as undo2Shapes,
  Unplug as unplugShapes,
  Upload as uploadShapes,
  UserPlus as userPlusShapes,
  User as userShapes,
  Users as usersShapes,
  WifiOff as wifiOffShapes,
  X as xShapes,
} from 'lucide';
import { iconOf } from './icon.ts';

export const Add = iconOf(plusShapes);
export const Archive = iconOf(archiveShapes);
export const ArrowDown = iconOf(arrowDownShapes);
export const ArrowUp = iconOf(arrowUpShapes);
export const Attachment = iconOf(paperclipShapes);
export const Back = iconOf(arrowLeftShapes);
export const Ban = iconOf(banShapes);
export const Bell = iconOf(bellShapes);
export const Bold = iconOf(boldShapes);
export const Calendar = iconOf(calendarShapes);
export const CalendarDays = iconOf(calendarDaysShapes);
export const CalendarRange = iconOf(calendarRangeShapes);
export const Check = iconOf(checkShapes);
export const CheckCheck = iconOf(checkCheckShapes);
export const CheckSquare = iconOf(checkSquareShapes);
export const ChevronDown = iconOf(chevronDownShapes);
export const ChevronLeft = iconOf(chevronLeftShapes);
export const ChevronRight = iconOf(chevronRightShapes);
export const ChevronUp = iconOf(chevronUpShapes);
export const ChevronsUpDown = iconOf(chevronsUpDownShapes);
export const Close = iconOf(xShapes);
export const CloudOff = iconOf(cloudOffShapes);
export const Code = iconOf(codeShapes);
export const Command = iconOf(commandShapes);
export const Compass = iconOf(compassShapes);
export const Compose = iconOf(penLineShapes);
export const Contacts = iconOf(usersShapes);
export const Copy = iconOf(copyShapes);
export const DarkTheme = iconOf(moonShapes);
export const Download = iconOf(downloadShapes);
export const Edit = iconOf(pencilShapes);
export const ExternalLink = iconOf(externalLinkShapes);
export const Eye = iconOf(eyeShapes);
export const EyeOff = iconOf(eyeOffShapes);
export const Failed = iconOf(mailXShapes);
export const File = iconOf(fileShapes);
export const FileArchive = iconOf(fileArchiveShapes);
export const FileAudio = iconOf(fileAudioShapes);
export const FileImage = iconOf(fileImageShapes);
export const FileText = iconOf(fileTextShapes);
export const FileVideo = iconOf(fileVideoShapes);
export const Folder = iconOf(folderShapes);
export const FolderInput = iconOf(folderInputShapes);
export const Forward = iconOf(forwardShapes);
export const FullScreen = iconOf(maximize2Shapes);
export const Gift = iconOf(giftShapes);
export const Globe = iconOf(globeShapes);
export const Heading = iconOf(heading2Shapes);
export const Help = iconOf(circleQuestionMarkShapes);
export const History = iconOf(historyShapes);
export const Identity = iconOf(atSignShapes);
export const Image = iconOf(imageShapes);
export const Inbox = iconOf(inboxShapes);
export const Info = iconOf(infoShapes);
export const Italic = iconOf(italicShapes);
export const Keyboard = iconOf(keyboardShapes);
export const Label = iconOf(tagShapes);
export const LeaveFullScreen = iconOf(minimize2Shapes);
export const LightTheme = iconOf(sunShapes);
export const Link = iconOf(linkShapes);
export const List = iconOf(listShapes);
export const ListOrdered = iconOf(listOrderedShapes);
export const Mail = iconOf(mailShapes);
export const MarkRead = iconOf(mailOpenShapes);
export const Minus = iconOf(minusShapes);
export const More = iconOf(ellipsisShapes);
export const Mute = iconOf(bellOffShapes);
export const NewContact = iconOf(userPlusShapes);
export const NewEvent = iconOf(calendarPlusShapes);
export const Note = iconOf(stickyNoteShapes);
export const Offline = iconOf(wifiOffShapes);
export const Options = iconOf(slidersHorizontalShapes);
export const Person = iconOf(userShapes);
export const Phone = iconOf(phoneShapes);
export const Place = iconOf(mapPinShapes);
export const Print = iconOf(printerShapes);
export const Problem = iconOf(circleAlertShapes);
export const Quote = iconOf(quoteShapes);
export const Redo = iconOf(redo2Shapes);
export const Refresh = iconOf(refreshCwShapes);
export const Reminder = iconOf(alarmClockShapes);
export const RemoveFormatting = iconOf(removeFormattingShapes);
export const Repeat = iconOf(repeatShapes);
export const Reply = iconOf(replyShapes);
export const ReplyAll = iconOf(replyAllShapes);
export const Restore = iconOf(archiveRestoreShapes);
export const Save = iconOf(saveShapes);
export const Schedule = iconOf(calendarClockShapes);
export const Search = iconOf(searchShapes);
export const Send = iconOf(sendShapes);
export const Settings = iconOf(settingsShapes);
export const Sidebar = iconOf(panelLeftShapes);
export const SignOut = iconOf(logOutShapes);
export const Snooze = iconOf(clockShapes);
export const Spam = iconOf(octagonAlertShapes);
export const Sparkles = iconOf(sparklesShapes);
export const Star = iconOf(starShapes);
export const Strikethrough = iconOf(strikethroughShapes);
export const Success = iconOf(circleCheckShapes);
export const Sunrise = iconOf(sunriseShapes);
export const SystemTheme = iconOf(monitorShapes);
export const Today = iconOf(sunShapes);
export const Token = iconOf(keyShapes);
export const Trash = iconOf(trash2Shapes);
export const Underline = iconOf(underlineShapes);
export const Undo = iconOf(undo2Shapes);
export const Unplug = iconOf(unplugShapes);
export const Upload = iconOf(uploadShapes);
export const Warning = iconOf(triangleAlertShapes);
