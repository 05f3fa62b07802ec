/** Noto Sans KR, served by us and split by range: a browser takes only the pieces whose letters are on the page. */
import "@fontsource-variable/noto-sans-kr";
