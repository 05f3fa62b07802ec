/** The tables' workbench: a recording of record.py in the real frame, without a server. Not part of the built page. */
import { mount } from "svelte";
import { tellDocument } from "../src/lib/i18n.svelte";
import Workbench from "./Workbench.svelte";
import "../src/styles/tokens.css";
import "../src/styles/frame.css";

tellDocument();
mount(Workbench, { target: document.body });
void import("../src/styles/fonts");
