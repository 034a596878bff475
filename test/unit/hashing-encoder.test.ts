import { openHashingEncoder } from "../../models/text-encoder/hashing.js";
import { textEncoderContract } from "../contract/text-encoder.js";

textEncoderContract("the hashing encoder", openHashingEncoder);
